/* report_shapes.h: outlines of places, for maps. From the map of the web page, or any file like it:
 * {"width":1400,"height":989,"places":[{"id":"mill","x":468,"y":498,"path":"M419.6,511.5L422,507...Z"}]}
 * and "seas", a second list of the same kind, which lie beneath the land. Outlines are kept in whole units
 * and as steps from point to point, a third of the text. */
#ifndef MARSHAL_EVAL_REPORT_REPORT_SHAPES_H
#define MARSHAL_EVAL_REPORT_REPORT_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/strbuf.h"

enum { REPORT_SHAPES_MAX = 512, REPORT_SHAPE_ID_BYTES = 64, REPORT_SHAPE_GAMES = 16 };

typedef struct ReportShape {
    char id[REPORT_SHAPE_ID_BYTES];
    bool sea;
    double x, y; /* where a name fits */
    StrBuf path; /* for SVG: only m, l, z, digits, signs and blanks */
} ReportShape;

typedef struct ReportShapes {
    char game[REPORT_SHAPE_ID_BYTES]; /* id of the game whose places they are; for the caller to fill */
    double width, height;
    uint32_t count;
    ReportShape *shapes; /* owned */
} ReportShapes;

/* Reads them; a map without "places" and "seas" has none. name is for messages. False and err if the text is
 * no such file; nothing needs releasing then.
 */
bool report_shapes_read(ReportShapes *shapes, const char *text, size_t length, const char *name, Err *err);
void report_shapes_release(ReportShapes *shapes);

/* The shape with this id; NULL if there is none. */
const ReportShape *report_shape(const ReportShapes *shapes, const char *id);

#endif
