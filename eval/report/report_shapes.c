/* report_shapes.c: outlines of places. */
#include "eval/report/report_shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/json.h"

static const double COORDINATE_MOST = 100000.0;

/* A pair "x,y" as whole units; false if there is none. */
static bool read_point(const char **text, long *x, long *y)
{
    char *end = NULL;
    const double first = strtod(*text, &end);
    if (end == *text || *end != ',') {
        return false;
    }
    const char *second = end + 1;
    const double last = strtod(second, &end);
    if (end == second || !(fabs(first) <= COORDINATE_MOST) || !(fabs(last) <= COORDINATE_MOST)) {
        return false;
    }
    *x = lround(first);
    *y = lround(last);
    *text = end;
    return true;
}

/* Rewrites a path of absolute M, L and Z; false if it holds anything else. */
static bool shorten(const char *text, StrBuf *path)
{
    long at_x = 0;
    long at_y = 0;
    while (*text != '\0') {
        const char command = *text++;
        long x = 0;
        long y = 0;
        if (command == 'Z') {
            strbuf_add_char(path, 'z');
        } else if ((command != 'M' && command != 'L') || !read_point(&text, &x, &y)) {
            return false;
        } else if (command == 'M') {
            strbuf_addf(path, "M%ld %ld", x, y);
        } else if (x != at_x || y != at_y) {
            strbuf_addf(path, "l%ld %ld", x - at_x, y - at_y);
        }
        if (command != 'Z') {
            at_x = x;
            at_y = y;
        }
    }
    return true;
}

static bool read_shape(ReportShapes *shapes, const JsonNode *item, Err *err)
{
    ReportShape *shape = &shapes->shapes[shapes->count++];
    const char *id = NULL;
    const char *path = NULL;
    JsonNode x;
    JsonNode y;
    strbuf_init(&shape->path);
    if (!json_get_string(item, "id", &id, err) || !json_get_string(item, "path", &path, err) ||
        !json_get(item, "x", &x, err) || !json_get(item, "y", &y, err) ||
        !json_double(&x, -COORDINATE_MOST, COORDINATE_MOST, &shape->x, err) ||
        !json_double(&y, -COORDINATE_MOST, COORDINATE_MOST, &shape->y, err)) {
        return false;
    }
    (void)snprintf(shape->id, sizeof shape->id, "%s", id);
    return shorten(path, &shape->path) ||
           json_error(item, err, "its path holds something else than M, L, Z and points \"x,y\"");
}

/* A list of outlines; a map of hexes has none, one without fleets no seas. */
static bool read_list(ReportShapes *shapes, const JsonNode *root, bool sea, Err *err)
{
    const char *key = sea ? "seas" : "places";
    JsonNode list;
    size_t count = 0;
    if (!json_find(root, key, &list)) {
        return true;
    }
    if (!json_array(&list, REPORT_SHAPES_MAX - shapes->count, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        if (!read_shape(shapes, &item, err)) {
            return false;
        }
        shapes->shapes[shapes->count - 1].sea = sea;
    }
    return true;
}

static bool read_all(ReportShapes *shapes, const JsonNode *root, Err *err)
{
    JsonNode width;
    JsonNode height;
    if (!json_get(root, "width", &width, err) || !json_get(root, "height", &height, err) ||
        !json_double(&width, 1.0, COORDINATE_MOST, &shapes->width, err) ||
        !json_double(&height, 1.0, COORDINATE_MOST, &shapes->height, err)) {
        return false;
    }
    shapes->shapes = calloc(REPORT_SHAPES_MAX, sizeof *shapes->shapes);
    if (shapes->shapes == NULL) {
        return json_error(root, err, "out of memory");
    }
    return read_list(shapes, root, false, err) && read_list(shapes, root, true, err);
}

bool report_shapes_read(ReportShapes *shapes, const char *text, size_t length, const char *name, Err *err)
{
    JsonDoc doc;
    memset(shapes, 0, sizeof *shapes);
    if (!json_parse(&doc, text, length, name, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const bool good = read_all(shapes, &root, err);
    json_release(&doc);
    if (!good) {
        report_shapes_release(shapes);
    }
    return good;
}

void report_shapes_release(ReportShapes *shapes)
{
    for (uint32_t i = 0; i < shapes->count; i++) {
        strbuf_release(&shapes->shapes[i].path);
    }
    free(shapes->shapes);
    memset(shapes, 0, sizeof *shapes);
}

const ReportShape *report_shape(const ReportShapes *shapes, const char *id)
{
    for (uint32_t i = 0; i < shapes->count; i++) {
        if (strcmp(shapes->shapes[i].id, id) == 0) {
            return &shapes->shapes[i];
        }
    }
    return NULL;
}
