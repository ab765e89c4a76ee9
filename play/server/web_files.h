/* web_files.h: the files of the web page, built into the program from play/web/ by scripts/embed. Nothing
 * else is ever served, so no path can lead anywhere. */
#ifndef MARSHAL_PLAY_SERVER_WEB_FILES_H
#define MARSHAL_PLAY_SERVER_WEB_FILES_H

#include <stddef.h>

typedef struct WebFile {
    const char *path; /* "/page.js" */
    const char *type; /* for the header Content-Type */
    const unsigned char *bytes;
    size_t size;
} WebFile;

/* All of them. */
const WebFile *web_files(size_t *count);

#endif
