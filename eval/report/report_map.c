/* report_map.c: where battles were fought: a map and a table. Places are drawn by their outlines where
 * those are known, else as circles where the game puts them, joined to their neighbours. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/report/report_page.h"

enum { MAP_WIDTH = 900, MAP_MARGIN = 46, RADIUS_MOST = 24, NAMES_MOST = 16, ROWS_MOST = 20 };
enum { NAME_HEIGHT = 14, NAME_LETTER = 9 }; /* of 900 across what is seen */
static const double WINDOW_LEAST = 0.3;     /* of the map's width: as near as it is looked at */

typedef struct Spot {
    unsigned site; /* index of the place */
    ReportPlace place;
} Spot;

typedef struct Frame {
    double left, top, scale;
    double width, height;
    double x, y, unit;          /* what is seen of it: from where, and a 900th of how much across */
    const ReportShapes *shapes; /* NULL: circles */
    uint32_t set;               /* number of these shapes on the page */
} Frame;

static int compare_spots(const void *left, const void *right)
{
    const Spot *a = left;
    const Spot *b = right;
    return a->place.fights != b->place.fights
               ? (a->place.fights < b->place.fights) - (a->place.fights > b->place.fights)
               : (a->site > b->site) - (a->site < b->site);
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

/* ---- where places are on the page ---- */

/* The frame around all places that the game puts somewhere; false if they lie in a line. */
static bool frame_circles(const ReportBoard *board, Frame *frame)
{
    double left = HUGE_VAL;
    double right = -HUGE_VAL;
    double top = HUGE_VAL;
    double bottom = -HUGE_VAL;
    for (uint32_t i = 0; i < board->site_count; i++) {
        const ReportSite *site = &board->sites[i];
        if (site->placed) {
            left = fmin(left, site->x);
            right = fmax(right, site->x);
            top = fmin(top, site->y);
            bottom = fmax(bottom, site->y);
        }
    }
    if (!(right > left && bottom > top)) {
        return false;
    }
    frame->left = left;
    frame->top = top;
    frame->scale = (MAP_WIDTH - 2.0 * MAP_MARGIN) / (right - left);
    frame->width = MAP_WIDTH;
    frame->height = (bottom - top) * frame->scale + 2.0 * MAP_MARGIN;
    return true;
}

/* A frame for outlines if there is one of each place, else for circles; false if there is neither. */
static bool make_frame(const ReportPage *page, const ReportBoard *board, Frame *frame)
{
    uint32_t known = 0;
    uint32_t set = 0;
    memset(frame, 0, sizeof *frame);
    while (set < page->shape_count &&
           (board->rules == NULL || strcmp(page->shapes[set].game, board->rules->id) != 0)) {
        set++;
    }
    const ReportShapes *shapes = set < page->shape_count ? &page->shapes[set] : NULL;
    for (uint32_t i = 0; i < board->site_count && shapes != NULL; i++) {
        known += report_shape(shapes, board->sites[i].id) != NULL;
    }
    if (known == 0 || known < board->site_count) {
        return frame_circles(board, frame);
    }
    frame->shapes = shapes;
    frame->set = set;
    frame->width = shapes->width;
    frame->height = shapes->height;
    return true;
}

static double map_x(const Frame *frame, const ReportSite *site)
{
    return frame->shapes != NULL ? report_shape(frame->shapes, site->id)->x
                                 : MAP_MARGIN + (site->x - frame->left) * frame->scale;
}

static double map_y(const Frame *frame, const ReportSite *site)
{
    return frame->shapes != NULL ? report_shape(frame->shapes, site->id)->y
                                 : MAP_MARGIN + (site->y - frame->top) * frame->scale;
}

static bool is_placed(const Frame *frame, const ReportSite *site)
{
    return frame->shapes != NULL || site->placed;
}

/* What is seen is as much of the map as battles were fought in, and a rim; in the map's own proportions. */
static void look_closer(const ReportBoard *board, const Spot *spots, unsigned count, Frame *frame)
{
    double left = frame->width;
    double right = 0.0;
    double top = frame->height;
    double bottom = 0.0;
    for (unsigned i = 0; i < count; i++) {
        if (spots[i].site < board->site_count && is_placed(frame, &board->sites[spots[i].site])) {
            const ReportSite *site = &board->sites[spots[i].site];
            left = fmin(left, map_x(frame, site));
            right = fmax(right, map_x(frame, site));
            top = fmin(top, map_y(frame, site));
            bottom = fmax(bottom, map_y(frame, site));
        }
    }
    const double rim = 0.06;
    const double share = fmax((right - left) / frame->width, (bottom - top) / frame->height) + 2.0 * rim;
    const double seen = fmin(fmax(share, WINDOW_LEAST), 1.0);
    const double x = 0.5 * (left + right - seen * frame->width);
    const double y = 0.5 * (top + bottom - seen * frame->height);
    frame->x = fmin(fmax(x, 0.0), (1.0 - seen) * frame->width);
    frame->y = fmin(fmax(y, 0.0), (1.0 - seen) * frame->height);
    frame->unit = seen * frame->width / MAP_WIDTH;
}

/* ---- shades ---- */

/* From few to many battles; none is nearly white. They keep apart in grey too. A shade reaches up to the
 * share (step / SHADE_COUNT)^2 of the most, since a few places have nearly all battles. */
static const char *const SHADES[] = {"#fbdcb5", "#f3b573", "#dd8a35", "#b06012", "#713400"};
enum { SHADE_COUNT = sizeof SHADES / sizeof SHADES[0] };
static const char UNTOUCHED[] = "#f6f6f4";
static const char UNTOUCHED_SEA[] = "#e4edf4";

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
        strbuf_addf(out,
                    "<li><svg class=\"key\" viewBox=\"0 0 12 12\" aria-hidden=\"true\"><rect width=\"12\" "
                    "height=\"12\" "
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

/* The outlines of a game's places, for all its maps on the page. Their ids begin with a letter a game. */
static void add_shapes(ReportPage *page, const Frame *frame)
{
    StrBuf *out = &page->html;
    if (((page->shown_shapes >> frame->set) & 1U) == 0) {
        strbuf_add(out, "<defs>\n");
        for (uint32_t i = 0; i < frame->shapes->count; i++) {
            strbuf_addf(out, "<path id=\"%c%u\" d=\"%s\"/>\n", 'a' + (char)frame->set, (unsigned)i,
                        frame->shapes->shapes[i].path.text);
        }
        strbuf_add(out, "</defs>\n");
    }
    page->shown_shapes |= 1U << frame->set;
}

static void draw_roads(StrBuf *out, const ReportBoard *board, const Frame *frame)
{
    strbuf_addf(out, "<path stroke=\"#c4c4c4\" stroke-width=\"%.2f\" fill=\"none\" d=\"", 1.5 * frame->unit);
    for (uint32_t i = 0; i < board->road_count; i++) {
        const ReportSite *a = &board->sites[board->roads[i].a];
        const ReportSite *b = &board->sites[board->roads[i].b];
        strbuf_addf(out, "M%.0f %.0fL%.0f %.0f", map_x(frame, a), map_y(frame, a), map_x(frame, b),
                    map_y(frame, b));
    }
    strbuf_add(out, "\"/>\n");
}

static void draw_site(StrBuf *out, const ReportBoard *board, const Frame *frame, uint32_t index,
                      const ReportTally *tally, uint64_t most)
{
    const ReportSite *site = &board->sites[index];
    const uint64_t fights = index < REPORT_PLACES_MAX ? tally->places[index].fights : 0;
    const ReportShape *shape = frame->shapes != NULL ? report_shape(frame->shapes, site->id) : NULL;
    const bool quiet_sea = shape != NULL && shape->sea && fights == 0;
    strbuf_addf(out, "<g fill=\"%s\"><title>", quiet_sea ? UNTOUCHED_SEA : shade(fights, most));
    page_text(out, site->name);
    strbuf_addf(out, ": %.3f battles a game</title>", stats_rate(fights, tally->summaries));
    if (shape != NULL) {
        strbuf_addf(out, "<use href=\"#%c%u\"/></g>\n", 'a' + (char)frame->set,
                    (unsigned)(shape - frame->shapes->shapes));
    } else {
        const double radius = fights > 0 ? fmax(3.0, RADIUS_MOST * sqrt((double)fights / (double)most)) : 3.0;
        strbuf_addf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/></g>\n", map_x(frame, site),
                    map_y(frame, site), radius * frame->unit);
    }
}

/* A name, and below it how many battles a game. */
static void draw_name(StrBuf *out, const ReportScenario *scenario, const Frame *frame, const Spot *spot)
{
    const ReportSite *site = &scenario->board.sites[spot->site];
    const double x = map_x(frame, site);
    const double y = map_y(frame, site);
    strbuf_addf(out, "<text x=\"%.1f\" y=\"%.1f\">", x, y);
    page_text(out, site->name);
    strbuf_addf(out, "</text><text x=\"%.1f\" y=\"%.1f\" font-weight=\"600\">%.2f</text>\n", x,
                y + NAME_HEIGHT * frame->unit, stats_rate(spot->place.fights, scenario->tally.summaries));
}

static bool is_clear(const Frame *frame, const ReportSite *site, const ReportSite *const *named,
                     unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const double letters = 0.5 * (double)(strlen(site->name) + strlen(named[i]->name));
        if (fabs(map_x(frame, site) - map_x(frame, named[i])) < letters * NAME_LETTER * frame->unit &&
            fabs(map_y(frame, site) - map_y(frame, named[i])) < 2.0 * NAME_HEIGHT * frame->unit) {
            return false;
        }
    }
    return true;
}

/* The places most fought over, without those whose names would lie on others'. */
static void draw_names(StrBuf *out, const ReportScenario *scenario, const Frame *frame, const Spot *spots,
                       unsigned count)
{
    const ReportBoard *board = &scenario->board;
    const ReportSite *named[NAMES_MOST];
    unsigned names = 0;
    strbuf_addf(out,
                "<g text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"%.2f\" "
                "stroke-linejoin=\"round\" fill=\"#1a1a1a\" font-size=\"%.2f\">\n",
                3.0 * frame->unit, NAME_HEIGHT * frame->unit);
    for (unsigned i = 0; i < count && names < NAMES_MOST; i++) {
        const ReportSite *site = spots[i].site < board->site_count ? &board->sites[spots[i].site] : NULL;
        if (site != NULL && is_placed(frame, site) && is_clear(frame, site, named, names)) {
            draw_name(out, scenario, frame, &spots[i]);
            named[names++] = site;
        }
    }
    strbuf_add(out, "</g>");
}

static void draw_map(ReportPage *page, const ReportScenario *scenario, const Frame *frame, const Spot *spots,
                     unsigned count)
{
    const ReportBoard *board = &scenario->board;
    const uint64_t most = spots[0].place.fights;
    StrBuf *out = &page->html;
    strbuf_add(out, "<figure class=\"map\"><figcaption>Battles a game by ");
    page_words(out, page->rules, "{place}</figcaption>\n");
    add_legend(out, &scenario->tally, most);
    strbuf_addf(out,
                "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Map of battles\">"
                "<svg class=\"board\" role=\"img\" aria-label=\"Map: battles a game; the numbers "
                "are in the table\" "
                "viewBox=\"%.0f %.0f %.0f %.0f\">\n",
                frame->x, frame->y, MAP_WIDTH * frame->unit,
                MAP_WIDTH * frame->unit * frame->height / frame->width);
    if (frame->shapes != NULL) {
        add_shapes(page, frame);
    } else {
        draw_roads(out, board, frame);
    }
    strbuf_addf(out, "<g stroke=\"#555\" stroke-width=\"%.2f\" stroke-linejoin=\"round\">\n", frame->unit);
    for (uint32_t i = board->site_count; i-- > 0;) { /* the last first: seas lie beneath the land */
        if (is_placed(frame, &board->sites[i])) {
            draw_site(out, board, frame, i, &scenario->tally, most);
        }
    }
    strbuf_add(out, "</g>");
    draw_names(out, scenario, frame, spots, count);
    strbuf_add(out, "</svg></div></figure>\n");
}

static void table_spots(StrBuf *out, const ReportScenario *scenario, const Spot *spots, unsigned count)
{
    const ReportTally *tally = &scenario->tally;
    char room[REPORT_NAME_BYTES];
    char caption[96];
    (void)snprintf(caption, sizeof caption,
                   count > ROWS_MOST ? "The %d {places} most fought over, of %u" : "{Places} fought over",
                   ROWS_MOST, count);
    page_table(out, scenario->board.rules, caption,
               "{Place}|#Battles|#Battles a game|#Games with a battle|#95% interval|#Such games that "
               "{French} won|#95% "
               "interval");
    for (unsigned i = 0; i < count && i < ROWS_MOST; i++) {
        const ReportPlace *place = &spots[i].place;
        page_row(out);
        page_text(out, report_place_name(&scenario->board, spots[i].site, room));
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
    if (count == 0) {
        return;
    }
    strbuf_add(out, "<h3>Where battles were fought</h3>\n");
    strbuf_add(out, "<p>");
    page_number(out, scenario->tally.battles);
    strbuf_addf(out, " battles, %.2f a game.</p>\n",
                stats_rate(scenario->tally.battles, scenario->tally.summaries));
    if (make_frame(page, &scenario->board, &frame)) {
        look_closer(&scenario->board, spots, count, &frame);
        draw_map(page, scenario, &frame, spots, count);
    }
    table_spots(out, scenario, spots, count);
}
