/* report_plot.c: gnuplot scripts, and what becomes of gnuplot's pictures. */
#include "eval/report/report_plot.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/utf8.h"
#include "eval/tune/tune_plot.h"

enum {
    LABEL_CHARACTERS = 58,
    LINE_HEIGHT = 36,
    LINE_HEIGHT_BESIDE = 19,
    COLUMN_HEIGHT = 260,
    TICKS_MAX = 12,
    LABELS_WIDTH = 48 /* characters of all labels of columns together */
};

extern char **environ; /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables): POSIX says so */

void report_plots_init(ReportPlots *plots)
{
    memset(plots, 0, sizeof *plots);
    strbuf_init(&plots->script);
    strbuf_add(&plots->script, "set encoding utf8\n");
}

void report_plots_release(ReportPlots *plots)
{
    for (uint32_t i = 0; i < plots->drawn_count; i++) {
        strbuf_release(&plots->drawn[i]);
    }
    free(plots->drawn);
    strbuf_release(&plots->script);
    memset(plots, 0, sizeof *plots);
}

bool report_plots_ready(const char *file, Err *err) { return tune_plot_ready(file, err); }

/* ---- scripts ---- */

/* Characters that mean nothing to gnuplot within quotes, nor to SVG. */
static bool is_plain(const unsigned char *c, size_t size)
{
    return size > 1 || (*c >= ' ' && *c < 0x7FU && strchr("'\"\\`<>$@{}^~", *c) == NULL);
}

/* A text within gnuplot's single quotes, cut with an ellipsis; an apostrophe becomes the sign that printers
 * use. */
static void add_label(StrBuf *out, const char *text)
{
    size_t left = strlen(text);
    strbuf_add_char(out, '\'');
    for (int i = 0; left > 0; i++) {
        const unsigned char *c = (const unsigned char *)text;
        const size_t size = utf8_sequence(c, left);
        const size_t step = size > 0 ? size : 1;
        if (i == LABEL_CHARACTERS - 1 && left > step) {
            strbuf_add(out, "…");
            break;
        }
        if (*c == '\'') {
            strbuf_add(out, "’");
        } else if (size > 0 && is_plain(c, size)) {
            strbuf_add_bytes(out, text, size);
        } else {
            strbuf_add_char(out, ' ');
        }
        text += step;
        left -= step;
    }
    strbuf_add_char(out, '\'');
}

static void begin(ReportPlots *plots, size_t height)
{
    plots->count++;
    strbuf_addf(&plots->script,
                "reset\nset terminal svg size %d,%zu font 'sans-serif,13' noenhanced background rgb 'white'\n"
                "unset key\nset tics nomirror scale 0.5\nset border 1 lc rgb '#444444'\n",
                REPORT_PLOT_WIDTH, height);
}

static void add_axis_label(StrBuf *out, const char *axis, const char *label)
{
    strbuf_addf(out, "set %slabel ", axis);
    add_label(out, label);
    strbuf_add_char(out, '\n');
}

/* Lines from the top down, line i around i + 0.9. */
static void begin_lines(ReportPlots *plots, const ReportAxis *axis, size_t count)
{
    StrBuf *out = &plots->script;
    begin(plots, count * (axis->beside ? LINE_HEIGHT_BESIDE : LINE_HEIGHT) + 64);
    strbuf_addf(out,
                "set lmargin %s\nset rmargin 2.5\nset tmargin 0.5\nset bmargin 3.2\nunset ytics\n"
                "set xrange [%.6g:%.6g]\nset yrange [%zu.%s]\nset grid xtics lt 1 lc rgb '#dddddd'\n",
                axis->beside ? "22" : "1.5", axis->low, axis->high, count, axis->beside ? "4:0.4" : "25:0.1");
    add_axis_label(out, "x", axis->label);
    if (isfinite(axis->mark)) {
        strbuf_addf(out, "set arrow from %.6g, graph 0 to %.6g, graph 1 nohead lc rgb '#555555' dt 2\n",
                    axis->mark, axis->mark);
    }
}

static void add_line_label(StrBuf *out, const ReportAxis *axis, size_t line, const char *label)
{
    strbuf_add(out, "set label ");
    add_label(out, label);
    if (axis->beside) {
        strbuf_addf(out, " at screen 0.01, first %.2f left\n", (double)line + 0.9);
    } else {
        strbuf_addf(out, " at graph 0, first %.2f left\n", (double)line + 0.45);
    }
}

static double within(double value, const ReportAxis *axis)
{
    return fmax(axis->low, fmin(axis->high, value));
}

void report_plot_intervals(ReportPlots *plots, const ReportAxis *axis, const ReportLine *lines, size_t count,
                           const char *const *colours, unsigned series)
{
    StrBuf *out = &plots->script;
    begin_lines(plots, axis, count);
    for (size_t i = 0; i < count; i++) {
        add_line_label(out, axis, i, lines[i].label);
    }
    for (unsigned s = 0; s < series; s++) {
        strbuf_addf(out, "$s%u << EOD\n", s);
        for (size_t i = 0; i < count; i++) {
            if (!isnan(lines[i].value[s])) {
                strbuf_addf(out, "%.6g %.3f %.6g %.6g\n", within(lines[i].value[s], axis),
                            (double)i + (series == 1 ? 0.9 : 0.8 + 0.22 * s), within(lines[i].low[s], axis),
                            within(lines[i].high[s], axis));
            }
        }
        strbuf_add(out, "EOD\n");
    }
    for (unsigned s = 0; s < series; s++) {
        /* squares for the second series: told apart without colours too */
        strbuf_addf(out, "%s $s%u using 1:2:3:4 with xerrorbars pt %d ps 0.8 lw 2 lc rgb '%s' notitle",
                    s == 0 ? "plot" : ",", s, s == 0 ? 7 : 5, colours[s]);
    }
    strbuf_add(out, "\n");
}

void report_plot_shares(ReportPlots *plots, const char *label, const ReportBar *bars, size_t count,
                        const char *const *colours, unsigned parts)
{
    StrBuf *out = &plots->script;
    const ReportAxis axis = {label, 0.0, 100.0, 50.0, false};
    begin_lines(plots, &axis, count);
    strbuf_add(out, "unset grid\nset style fill solid 1 border rgb '#ffffff'\n");
    for (size_t i = 0; i < count; i++) {
        double from = 0.0;
        add_line_label(out, &axis, i, bars[i].label);
        for (unsigned p = 0; p < parts; p++) {
            if (bars[i].parts[p] > 0.0) {
                strbuf_addf(
                    out,
                    "set object rectangle from %.4f, %.2f to %.4f, %.2f behind fc rgb '%s' fs solid 1 border "
                    "lc rgb '#ffffff'\n",
                    from, (double)i + 0.72, fmin(100.0, from + bars[i].parts[p]), (double)i + 1.12,
                    colours[p]);
            }
            from += bars[i].parts[p];
        }
    }
    strbuf_add(out, "plot -1 notitle\n");
}

/* Every which column is labelled, so that labels do not run into each other. */
static size_t ticks_apart(const ReportBar *bars, size_t count)
{
    size_t longest = 1;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(bars[i].label);
        longest = length > longest ? length : longest;
    }
    const size_t fit = LABELS_WIDTH / (longest + 2) + 1;
    const size_t ticks = fit < TICKS_MAX ? fit : TICKS_MAX;
    return (count + ticks - 1) / ticks;
}

void report_plot_columns(ReportPlots *plots, const char *x_label, const char *y_label, const ReportBar *bars,
                         size_t count, const char *const *colours, unsigned parts)
{
    StrBuf *out = &plots->script;
    double top = 0.0;
    const size_t every = ticks_apart(bars, count);
    begin(plots, COLUMN_HEIGHT);
    strbuf_add(
        out,
        "set rmargin 2\nset tmargin 0.8\nset border 3\nset grid ytics lt 1 lc rgb '#dddddd'\nset xtics (");
    for (size_t i = 0; i < count; i += every) {
        strbuf_add(out, i > 0 ? ", " : "");
        add_label(out, bars[i].label);
        strbuf_addf(out, " %zu", i);
    }
    strbuf_add(out, ")\n");
    add_axis_label(out, "x", x_label);
    add_axis_label(out, "y", y_label);
    for (size_t i = 0; i < count; i++) {
        double from = 0.0;
        for (unsigned p = 0; p < parts; p++) {
            if (bars[i].parts[p] > 0.0) {
                strbuf_addf(out,
                            "set object rectangle from %.2f, %.6g to %.2f, %.6g front fc rgb '%s' fs solid 1 "
                            "border lc "
                            "rgb '#ffffff'\n",
                            (double)i - 0.42, from, (double)i + 0.42, from + bars[i].parts[p], colours[p]);
            }
            from += bars[i].parts[p];
        }
        top = fmax(top, from);
    }
    strbuf_addf(out, "set xrange [-0.6:%.1f]\nset yrange [0:%.6g]\nplot -1 notitle\n", (double)count - 0.4,
                top > 0.0 ? top * 1.05 : 1.0);
}

/* ---- running gnuplot ---- */

/* Starts gnuplot reading from one file and writing to another; both descriptors stay the caller's. */
static bool start(int in, int out, pid_t *child)
{
    char name[] = "gnuplot";
    char *const argv[] = {name, NULL};
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return false;
    }
    const bool good = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO) == 0 &&
                      posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO) == 0 &&
                      posix_spawnp(child, name, &actions, NULL, argv, environ) == 0;
    (void)posix_spawn_file_actions_destroy(&actions);
    return good;
}

static bool read_back(FILE *file, StrBuf *text)
{
    char chunk[16 * 1024];
    size_t count = 0;
    rewind(file);
    while ((count = fread(chunk, 1, sizeof chunk, file)) > 0) {
        strbuf_add_bytes(text, chunk, count);
    }
    return ferror(file) == 0;
}

static bool run_on(FILE *in, FILE *out, const StrBuf *script, StrBuf *pictures, Err *err)
{
    pid_t child = 0;
    int status = -1;
    if (fwrite(script->text, 1, script->length, in) != script->length || fflush(in) != 0 ||
        lseek(fileno(in), 0, SEEK_SET) != 0) {
        return err_set(err, NULL, NULL, "cannot write a temporary file: %s", strerror(errno));
    }
    if (!start(fileno(in), fileno(out), &child)) {
        return err_set(err, NULL, NULL,
                       "cannot plot: gnuplot could not be started (on Debian: apt-get install gnuplot-nox)");
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return err_set(err, NULL, NULL, "cannot plot: gnuplot ended with status %d",
                       WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
    return read_back(out, pictures) ||
           err_set(err, NULL, NULL, "cannot read gnuplot's pictures: %s", strerror(errno));
}

static bool run_gnuplot(const StrBuf *script, StrBuf *pictures, Err *err)
{
    FILE *in = tmpfile();
    FILE *out = tmpfile();
    const bool good = in != NULL && out != NULL
                          ? run_on(in, out, script, pictures, err)
                          : err_set(err, NULL, NULL, "cannot make a temporary file: %s", strerror(errno));
    if (in != NULL) {
        (void)fclose(in);
    }
    if (out != NULL) {
        (void)fclose(out);
    }
    return good;
}

/* ---- pictures ---- */

/* Adds a piece of SVG without what says what would hold anyway, or would name things outside. */
static void add_short(StrBuf *out, const char *text, size_t length)
{
    static const char *const dropped[] = {" stroke-linecap=\"butt\"",
                                          " stroke-linejoin=\"miter\"",
                                          " font-family=\"sans-serif\"",
                                          " font-size=\"13.00\"",
                                          " id=\"gnuplot_canvas\"",
                                          " id=\"gnuplot_plot_1\"",
                                          " id=\"gnuplot_plot_2\"",
                                          "xlink:",
                                          "\t"};
    for (size_t at = 0; at < length;) {
        size_t skip = 0;
        for (size_t i = 0; i < sizeof dropped / sizeof dropped[0] && skip == 0; i++) {
            const size_t size = strlen(dropped[i]);
            skip = length - at >= size && memcmp(text + at, dropped[i], size) == 0 ? size : 0;
        }
        if (skip == 0) {
            strbuf_add_char(out, text[at]);
        }
        at += skip > 0 ? skip : 1;
    }
}

static bool begins(const char *line, const char *end, const char *text)
{
    return (size_t)(end - line) >= strlen(text) && memcmp(line, text, strlen(text)) == 0;
}

static const char *line_end(const char *line, const char *end)
{
    const char *feed = memchr(line, '\n', (size_t)(end - line));
    return feed != NULL ? feed + 1 : end;
}

/* A group that the next line closes draws nothing. */
static bool is_empty_group(const char *line, const char *next, const char *end)
{
    return begins(line, next, "<g ") && begins(next, end, "</g>\n");
}

/* Copies a picture's inside, from body to end. Marks for points are defined by the first picture of a page
 * only. */
static void tidy(StrBuf *out, const char *body, const char *end, bool first)
{
    bool in_marks = false;
    for (const char *line = body; line < end;) {
        const char *next = line_end(line, end);
        const bool opens = begins(line, next, "<defs>");
        in_marks = in_marks || opens;
        if (is_empty_group(line, next, end)) {
            next = line_end(next, end);
        } else if ((first || !in_marks) && !begins(line, next, "<title>") && !begins(line, next, "<desc>") &&
                   !begins(line, next, "\n")) {
            add_short(out, line, (size_t)(next - line));
        }
        in_marks = in_marks && !begins(line, next, "</defs>");
        line = next;
    }
}

/* The picture that begins at *at; moves *at behind it. */
static bool take_picture(const char **at, bool first, StrBuf *out)
{
    int width = 0;
    int height = 0;
    const char *head = strstr(*at, "<svg");
    const char *box = head != NULL ? strstr(head, "viewBox=\"0 0 ") : NULL;
    const char *body = box != NULL ? strchr(box, '>') : NULL;
    const char *end = body != NULL ? strstr(body, "</svg>") : NULL;
    if (end == NULL || sscanf(box, "viewBox=\"0 0 %d %d", &width, &height) != 2) { /* NOLINT(cert-err34-c) */
        return false;
    }
    strbuf_addf(out, "viewBox=\"0 0 %d %d\">\n", width, height);
    tidy(out, body + 1, end, first);
    strbuf_add(out, "</svg>");
    *at = end;
    return true;
}

static bool take_pictures(ReportPlots *plots, const StrBuf *pictures, Err *err)
{
    const char *at = pictures->text != NULL ? pictures->text : "";
    plots->drawn = calloc(plots->count + 1U, sizeof *plots->drawn);
    if (plots->drawn == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    while (plots->drawn_count < plots->count) {
        StrBuf *out = &plots->drawn[plots->drawn_count++];
        strbuf_init(out);
        if (!take_picture(&at, plots->drawn_count == 1, out)) {
            return err_set(err, NULL, NULL, "cannot plot: gnuplot drew %u of %u charts",
                           (unsigned)plots->drawn_count - 1U, (unsigned)plots->count);
        }
    }
    return true;
}

bool report_plots_draw(ReportPlots *plots, Err *err)
{
    StrBuf pictures;
    strbuf_init(&pictures);
    const bool good = plots->count == 0 ||
                      (run_gnuplot(&plots->script, &pictures, err) && take_pictures(plots, &pictures, err));
    strbuf_release(&pictures);
    return good;
}
