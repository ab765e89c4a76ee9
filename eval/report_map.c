/* report_map.c: where battles were fought: a map and a table. Areas are drawn by their outlines where those are known,
 * else as circles at their latitude and longitude, joined to their neighbours. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/report_page.h"

enum { MAP_WIDTH = 900, MAP_MARGIN = 46, RADIUS_MOST = 30, NAMES_MOST = 16, ROWS_MOST = 20 };

typedef struct Spot {
    unsigned area;
    ReportPlace place;
} Spot;

typedef struct Frame {
    double west, north, scale, shrink; /* shrink: of degrees of longitude, at the middle latitude */
    double width, height;
    const ReportShapes *shapes; /* NULL: by degrees */
} Frame;

static int compare_spots(const void *left, const void *right)
{
    const Spot *a = left;
    const Spot *b = right;
    return a->place.fights != b->place.fights
               ? (a->place.fights < b->place.fights) - (a->place.fights > b->place.fights)
               : (a->area > b->area) - (a->area < b->area);
}

/* Places with battles, most first. */
static unsigned list_spots(const ReportTally *tally, Spot spots[REPORT_PLACES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < REPORT_PLACES_MAX; i++) {
        if (tally->places[i].games > 0) {
            spots[count++] = (Spot){i, tally->places[i]};
        }
    }
    qsort(spots, count, sizeof spots[0], compare_spots);
    return count;
}

/* ---- where areas are on the page ---- */

/* The frame around all areas by their degrees; false if the board does not say where they are. */
static bool frame_degrees(const ReportBoard *board, Frame *frame)
{
    double west = HUGE_VAL;
    double east = -HUGE_VAL;
    double north = -HUGE_VAL;
    double south = HUGE_VAL;
    for (uint32_t i = 0; i < board->area_count; i++) {
        const ReportArea *area = &board->areas[i];
        if (area->placed) {
            west = fmin(west, area->longitude);
            east = fmax(east, area->longitude);
            north = fmax(north, area->latitude);
            south = fmin(south, area->latitude);
        }
    }
    if (!(east > west && north > south)) {
        return false;
    }
    frame->west = west;
    frame->north = north;
    frame->shrink = cos((north + south) / 2.0 * 3.14159265358979 / 180.0);
    frame->scale = (MAP_WIDTH - 2.0 * MAP_MARGIN) / ((east - west) * frame->shrink);
    frame->width = MAP_WIDTH;
    frame->height = (north - south) * frame->scale + 2.0 * MAP_MARGIN;
    return true;
}

/* A frame for outlines if there is one of each area, else for degrees; false if there is neither. */
static bool make_frame(const ReportBoard *board, const ReportShapes *shapes, Frame *frame)
{
    uint32_t known = 0;
    memset(frame, 0, sizeof *frame);
    for (uint32_t i = 0; i < board->area_count && shapes != NULL; i++) {
        known += report_shape(shapes, board->areas[i].id) != NULL;
    }
    if (known == 0 || known < board->area_count) {
        return frame_degrees(board, frame);
    }
    frame->shapes = shapes;
    frame->width = shapes->width;
    frame->height = shapes->height;
    return true;
}

static double map_x(const Frame *frame, const ReportArea *area)
{
    return frame->shapes != NULL ? report_shape(frame->shapes, area->id)->x
                                 : MAP_MARGIN + (area->longitude - frame->west) * frame->shrink * frame->scale;
}

static double map_y(const Frame *frame, const ReportArea *area)
{
    return frame->shapes != NULL ? report_shape(frame->shapes, area->id)->y
                                 : MAP_MARGIN + (frame->north - area->latitude) * frame->scale;
}

static bool is_placed(const Frame *frame, const ReportArea *area) { return frame->shapes != NULL || area->placed; }

/* ---- shades ---- */

/* From few to many battles; none is nearly white. They keep apart in grey too. A shade reaches up to the share
 * (step / SHADE_COUNT)^2 of the most, since a few areas have nearly all battles. */
static const char *const SHADES[] = {"#fbdcb5", "#f3b573", "#dd8a35", "#b06012", "#713400"};
enum { SHADE_COUNT = sizeof SHADES / sizeof SHADES[0] };
static const char UNTOUCHED[] = "#f6f6f4";

static double reach(int step, uint64_t most)
{
    const double share = (step + 1.0) / SHADE_COUNT;
    return share * share * (double)most;
}

static const char *shade(uint64_t fights, uint64_t most)
{
    int step = 0;
    while (step < SHADE_COUNT - 1 && (double)fights > reach(step, most)) {
        step++;
    }
    return fights == 0 ? UNTOUCHED : SHADES[step];
}

static void add_legend(StrBuf *out, const ReportTally *tally, uint64_t most)
{
    strbuf_add(out, "<ul class=\"keys\"><li>battles a game:</li>");
    for (int i = -1; i < SHADE_COUNT; i++) {
        strbuf_addf(
            out,
            "<li><svg class=\"key\" viewBox=\"0 0 12 12\" aria-hidden=\"true\"><rect width=\"12\" height=\"12\" "
            "stroke=\"#444\" fill=\"%s\"/></svg>",
            i < 0 ? UNTOUCHED : SHADES[i]);
        if (i < 0) {
            strbuf_add(out, "none</li>");
        } else {
            strbuf_addf(out, "up to %.2f</li>", reach(i, most) / (double)tally->summaries);
        }
    }
    strbuf_add(out, "</ul>\n");
}

/* ---- drawing ---- */

/* The outlines, for all maps of the page. */
static void add_shapes(ReportPage *page)
{
    StrBuf *out = &page->html;
    if (!page->has_shapes) {
        strbuf_add(out, "<defs>\n");
        for (uint32_t i = 0; i < page->shapes->count; i++) {
            strbuf_addf(out, "<path id=\"a%u\" d=\"%s\"/>\n", (unsigned)i, page->shapes->shapes[i].path.text);
        }
        strbuf_add(out, "</defs>\n");
    }
    page->has_shapes = true;
}

static void draw_roads(StrBuf *out, const ReportBoard *board, const Frame *frame)
{
    strbuf_add(out, "<path stroke=\"#c4c4c4\" stroke-width=\"1.5\" fill=\"none\" d=\"");
    for (uint32_t i = 0; i < board->area_count; i++) {
        const ReportArea *area = &board->areas[i];
        for (uint32_t n = 0; n < area->neighbour_count; n++) {
            const ReportArea *other = &board->areas[area->neighbours[n]];
            if (area->neighbours[n] > i && area->placed && other->placed) {
                strbuf_addf(out, "M%.0f %.0fL%.0f %.0f", map_x(frame, area), map_y(frame, area), map_x(frame, other),
                            map_y(frame, other));
            }
        }
    }
    strbuf_add(out, "\"/>\n");
}

static void draw_area(StrBuf *out, const ReportBoard *board, const Frame *frame, uint32_t index,
                      const ReportTally *tally, uint64_t most)
{
    const ReportArea *area = &board->areas[index];
    const uint64_t fights = index < REPORT_PLACES_MAX ? tally->places[index].fights : 0;
    const char *colour = shade(fights, most);
    strbuf_addf(out, "<g fill=\"%s\"><title>", colour);
    page_text(out, area->name);
    strbuf_addf(out, ": %.3f battles a game</title>", stats_rate(fights, tally->summaries));
    if (frame->shapes != NULL) {
        strbuf_addf(out, "<use href=\"#a%u\"/></g>\n",
                    (unsigned)(report_shape(frame->shapes, area->id) - frame->shapes->shapes));
    } else {
        const double radius = fights > 0 ? fmax(3.0, RADIUS_MOST * sqrt((double)fights / (double)most)) : 3.0;
        strbuf_addf(out, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"%.1f\"/></g>\n", map_x(frame, area), map_y(frame, area),
                    radius);
    }
}

/* A name, and below it how many battles a game. */
static void draw_name(StrBuf *out, const ReportScenario *scenario, const Frame *frame, const Spot *spot)
{
    const ReportArea *area = &scenario->board.areas[spot->area];
    const double x = map_x(frame, area);
    const double y = map_y(frame, area);
    strbuf_addf(out, "<text x=\"%.0f\" y=\"%.0f\">", x, y);
    page_text(out, area->name);
    strbuf_addf(out, "</text><text x=\"%.0f\" y=\"%.0f\" font-weight=\"600\">%.2f</text>\n", x, y + 18.0,
                stats_rate(spot->place.fights, scenario->tally.summaries));
}

static void draw_map(ReportPage *page, const ReportScenario *scenario, const Frame *frame, const Spot *spots,
                     unsigned count)
{
    const ReportBoard *board = &scenario->board;
    const uint64_t most = spots[0].place.fights;
    StrBuf *out = &page->html;
    strbuf_add(out, "<figure class=\"map\"><figcaption>Battles a game by area</figcaption>\n");
    add_legend(out, &scenario->tally, most);
    strbuf_addf(
        out,
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Map of battles\">"
        "<svg class=\"europe\" role=\"img\" aria-label=\"Map: battles a game by area; the numbers are in the table\" "
        "viewBox=\"0 0 %.0f %.0f\">\n",
        frame->width, frame->height);
    if (frame->shapes != NULL) {
        add_shapes(page);
    } else {
        draw_roads(out, board, frame);
    }
    strbuf_addf(out, "<g stroke=\"#555\" stroke-width=\"%s\" stroke-linejoin=\"round\">\n",
                frame->shapes != NULL ? "1.5" : "1");
    for (uint32_t i = 0; i < board->area_count; i++) {
        if (is_placed(frame, &board->areas[i])) {
            draw_area(out, board, frame, i, &scenario->tally, most);
        }
    }
    strbuf_add(out, "</g><g text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"4\" "
                    "stroke-linejoin=\"round\" "
                    "fill=\"#1a1a1a\" font-size=\"18\">\n");
    for (unsigned i = 0; i < count && i < NAMES_MOST; i++) {
        if (spots[i].area < board->area_count && is_placed(frame, &board->areas[spots[i].area])) {
            draw_name(out, scenario, frame, &spots[i]);
        }
    }
    strbuf_add(out, "</g></svg></div></figure>\n");
}

static void table_spots(StrBuf *out, const ReportScenario *scenario, const Spot *spots, unsigned count)
{
    const ReportTally *tally = &scenario->tally;
    char room[REPORT_NAME_BYTES];
    char caption[96];
    (void)snprintf(caption, sizeof caption,
                   count > ROWS_MOST ? "The %d areas most fought over, of %u" : "Areas fought over", ROWS_MOST, count);
    page_table(out, caption,
               "Area|#Battles|#Battles a game|#Games with a battle|#95% interval|#French won these|#95% interval");
    for (unsigned i = 0; i < count && i < ROWS_MOST; i++) {
        const ReportPlace *place = &spots[i].place;
        page_row(out);
        page_text(out, report_area_name(&scenario->board, spots[i].area, room));
        page_cell_number(out, place->fights);
        page_figure(out);
        page_real(out, "%.3f", stats_rate(place->fights, tally->summaries));
        page_cell_share(out, place->games, tally->summaries);
        page_cell_share(out, place->french, place->games);
        page_row_end(out);
    }
    page_table_end(out);
}

void report_map(ReportPage *page, uint32_t index)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    StrBuf *out = &page->html;
    Spot spots[REPORT_PLACES_MAX];
    Frame frame;
    const unsigned count = list_spots(&scenario->tally, spots);
    strbuf_add(out, "<h3>Where battles were fought</h3>\n");
    if (count == 0) {
        strbuf_add(out, "<p>None were noted in these games.</p>\n");
        return;
    }
    strbuf_add(out, "<p>");
    page_number(out, scenario->tally.battles);
    strbuf_addf(out, " battles, %.2f a game.</p>\n", stats_rate(scenario->tally.battles, scenario->tally.summaries));
    if (make_frame(&scenario->board, page->shapes, &frame)) {
        draw_map(page, scenario, &frame, spots, count);
    }
    table_spots(out, scenario, spots, count);
}
