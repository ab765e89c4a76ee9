/* disk.c: see disk.h. https://www.sqlite.org/vfs.html tells of the interface. */
#include "tests/support/disk.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECTOR = 512, FILES = 2 }; /* the database, its log */

enum event_kind { EVENT_WRITE, EVENT_TRUNCATE, EVENT_SYNC, EVENT_DELETE };

typedef struct Event {
    enum event_kind kind;
    int file;
    size_t offset; /* of a truncation: the new size */
    size_t bytes;
    unsigned char *data; /* owned */
} Event;

typedef struct Content {
    unsigned char *bytes;
    size_t size, room;
    bool exists;
} Content;

struct Disk {
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    char names[FILES][512];
    Content before[FILES];
    Event *events;
    size_t count, room;
    long writes, fill_at; /* fill_at < 0: never */
};

typedef struct DiskFile {
    sqlite3_file base;
    Disk *disk;
    int file; /* -1: one that nobody asks for */
} DiskFile;

static void *checked(void *memory)
{
    if (memory == NULL) {
        perror("disk");
        abort();
    }
    return memory;
}

static DiskFile *own(sqlite3_file *file) { return (DiskFile *)(void *)file; }
static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)(void *)(own(file) + 1); }

static void note(Disk *disk, Event event)
{
    if (event.file < 0) {
        return;
    }
    if (disk->count == disk->room) {
        disk->room = disk->room == 0 ? 1024 : 2 * disk->room;
        disk->events = checked(realloc(disk->events, disk->room * sizeof *disk->events));
    }
    disk->events[disk->count++] = event;
}

/* ------------------------------------------------------------------ files */

static int io_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int io_read(sqlite3_file *file, void *data, int bytes, sqlite3_int64 offset)
{
    return real(file)->pMethods->xRead(real(file), data, bytes, offset);
}

static int io_write(sqlite3_file *file, const void *data, int bytes, sqlite3_int64 offset)
{
    Disk *disk = own(file)->disk;
    disk->writes++;
    if (disk->fill_at >= 0 && disk->writes > disk->fill_at) {
        return SQLITE_FULL;
    }
    Event event = {EVENT_WRITE, own(file)->file, (size_t)offset, (size_t)bytes, NULL};
    if (event.file >= 0) {
        event.data = checked(malloc((size_t)bytes));
        memcpy(event.data, data, (size_t)bytes);
    }
    note(disk, event);
    return real(file)->pMethods->xWrite(real(file), data, bytes, offset);
}

static int io_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    note(own(file)->disk, (Event){EVENT_TRUNCATE, own(file)->file, (size_t)size, 0, NULL});
    return real(file)->pMethods->xTruncate(real(file), size);
}

/* The real disk need not be waited for: nobody cuts its power. */
static int io_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    note(own(file)->disk, (Event){EVENT_SYNC, own(file)->file, 0, 0, NULL});
    return SQLITE_OK;
}

static int io_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real(file)->pMethods->xFileSize(real(file), size);
}
static int io_lock(sqlite3_file *file, int lock) { return real(file)->pMethods->xLock(real(file), lock); }
static int io_unlock(sqlite3_file *file, int lock) { return real(file)->pMethods->xUnlock(real(file), lock); }

static int io_reserved(sqlite3_file *file, int *reserved)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), reserved);
}

static int io_control(sqlite3_file *file, int operation, void *argument)
{
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int io_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int io_character(sqlite3_file *file)
{
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int io_shm_map(sqlite3_file *file, int page, int bytes, int extend, void volatile **map)
{
    return real(file)->pMethods->xShmMap(real(file), page, bytes, extend, map);
}

static int io_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void io_shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int io_shm_unmap(sqlite3_file *file, int remove)
{
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static const sqlite3_io_methods METHODS = {
    .iVersion = 2, /* no mapped reading */
    .xClose = io_close,
    .xRead = io_read,
    .xWrite = io_write,
    .xTruncate = io_truncate,
    .xSync = io_sync,
    .xFileSize = io_size,
    .xLock = io_lock,
    .xUnlock = io_unlock,
    .xCheckReservedLock = io_reserved,
    .xFileControl = io_control,
    .xSectorSize = io_sector,
    .xDeviceCharacteristics = io_character,
    .xShmMap = io_shm_map,
    .xShmLock = io_shm_lock,
    .xShmBarrier = io_shm_barrier,
    .xShmUnmap = io_shm_unmap,
};

/* ------------------------------------------------------------------ names */

static int file_of(const Disk *disk, const char *name)
{
    for (int i = 0; name != NULL && i < FILES; i++) {
        if (strcmp(name, disk->names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    Disk *disk = vfs->pAppData;
    own(file)->disk = disk;
    own(file)->file = file_of(disk, name);
    const int code = disk->real->xOpen(disk->real, name, real(file), flags, out_flags);
    file->pMethods = real(file)->pMethods != NULL ? &METHODS : NULL;
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    Disk *disk = vfs->pAppData;
    note(disk, (Event){EVENT_DELETE, file_of(disk, name), 0, 0, NULL});
    return disk->real->xDelete(disk->real, name, sync);
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
    const Disk *disk = vfs->pAppData;
    return disk->real->xAccess(disk->real, name, flags, result);
}

static int vfs_full_name(sqlite3_vfs *vfs, const char *name, int size, char *full)
{
    const Disk *disk = vfs->pAppData;
    return disk->real->xFullPathname(disk->real, name, size, full);
}

/* ------------------------------------------------------------------ contents */

static void content_grow(Content *content, size_t size)
{
    if (size > content->room) {
        content->room = 2 * size;
        content->bytes = checked(realloc(content->bytes, content->room));
    }
    if (size > content->size) {
        memset(content->bytes + content->size, 0, size - content->size);
        content->size = size;
    }
    content->exists = true;
}

static void content_read(Content *content, const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        return;
    }
    content->exists = true;
    (void)fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    content_grow(content, (size_t)size);
    if (fread(content->bytes, 1, (size_t)size, file) != (size_t)size) {
        perror(name);
        abort();
    }
    (void)fclose(file);
}

static void content_write(const Content *content, const char *name)
{
    (void)unlink(name);
    if (!content->exists) {
        return;
    }
    FILE *file = fopen(name, "wb");
    if (file == NULL || fwrite(content->bytes, 1, content->size, file) != content->size ||
        fclose(file) != 0) {
        perror(name);
        abort();
    }
}

/* What of an event is on disk: the whole of it, if it is safe; else as chance has it. */
static void apply(Content *content, const Event *event, bool safe, Rng *rng)
{
    const uint32_t luck = safe ? 0 : rng_bounded(rng, 3);
    if (luck == 1) {
        return;
    }
    size_t bytes = event->bytes;
    switch (event->kind) {
    case EVENT_WRITE:
        if (luck == 2) { /* torn at a sector of the disk */
            const size_t sectors = (event->offset + bytes) / SECTOR - event->offset / SECTOR;
            const size_t end = (event->offset / SECTOR + rng_bounded(rng, (uint32_t)sectors + 1)) * SECTOR;
            bytes = end > event->offset ? end - event->offset : 0;
            bytes = bytes < event->bytes ? bytes : event->bytes;
        }
        if (bytes > 0) {
            content_grow(content, event->offset + bytes);
            memcpy(content->bytes + event->offset, event->data, bytes);
        }
        break;
    case EVENT_TRUNCATE:
        content->size = event->offset < content->size ? event->offset : content->size;
        break;
    case EVENT_DELETE:
        content->size = 0;
        content->exists = false;
        break;
    case EVENT_SYNC:
        break;
    }
}

/* The last sync of a file before a moment, as an event's number + 1; 0: none. */
static size_t synced_until(const Disk *disk, int file, size_t moment)
{
    for (size_t i = moment; i > 0; i--) {
        if (disk->events[i - 1].file == file && disk->events[i - 1].kind == EVENT_SYNC) {
            return i;
        }
    }
    return 0;
}

void disk_cut(const Disk *disk, size_t moment, Rng *rng, const char *copy)
{
    for (int file = 0; file < FILES; file++) {
        char name[600];
        Content content = {NULL, 0, 0, false};
        if (disk->before[file].exists) {
            content_grow(&content, disk->before[file].size);
            memcpy(content.bytes, disk->before[file].bytes, disk->before[file].size);
        }
        const size_t safe = synced_until(disk, file, moment);
        for (size_t i = 0; i < moment; i++) {
            if (disk->events[i].file == file) {
                apply(&content, &disk->events[i], i < safe, rng);
            }
        }
        (void)snprintf(name, sizeof name, "%s%s", copy, file == 0 ? "" : "-wal");
        content_write(&content, name);
        free(content.bytes);
    }
}

/* ------------------------------------------------------------------ the disk */

Disk *disk_new(const char *file)
{
    Disk *disk = checked(calloc(1, sizeof *disk));
    disk->real = sqlite3_vfs_find(NULL);
    disk->fill_at = -1;
    disk->vfs = *disk->real;
    disk->vfs.szOsFile = (int)sizeof(DiskFile) + disk->real->szOsFile;
    disk->vfs.zName = "disk-of-a-test";
    disk->vfs.pNext = NULL;
    disk->vfs.pAppData = disk;
    disk->vfs.xOpen = vfs_open;
    disk->vfs.xDelete = vfs_delete;
    disk->vfs.xAccess = vfs_access;
    disk->vfs.xFullPathname = vfs_full_name;
    if (disk->real->xFullPathname(disk->real, file, (int)sizeof disk->names[0] - 8, disk->names[0]) !=
            SQLITE_OK ||
        sqlite3_vfs_register(&disk->vfs, 1) != SQLITE_OK) {
        abort();
    }
    (void)snprintf(disk->names[1], sizeof disk->names[1], "%.500s-wal", disk->names[0]);
    for (int i = 0; i < FILES; i++) {
        content_read(&disk->before[i], disk->names[i]);
    }
    return disk;
}

void disk_free(Disk *disk)
{
    (void)sqlite3_vfs_unregister(&disk->vfs);
    for (size_t i = 0; i < disk->count; i++) {
        free(disk->events[i].data);
    }
    for (int i = 0; i < FILES; i++) {
        free(disk->before[i].bytes);
    }
    free(disk->events);
    free(disk);
}

long disk_fill_after(Disk *disk, long writes)
{
    disk->fill_at = writes < 0 ? -1 : disk->writes + writes;
    return disk->writes;
}

size_t disk_moment(const Disk *disk) { return disk->count; }
