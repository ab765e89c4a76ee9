/* tune_plot.c: a gnuplot script of a reliability diagram (A. H. Murphy, R. L. Winkler, "Reliability of
 * Subjective Probability Forecasts", 1977): points on the diagonal are honest; bars are two standard errors
 * each way, with games as units; the steps below show how often each chance was given. */
#include "eval/tune/tune_plot.h"

#include <inttypes.h>

#include "eval/report/plot.h"

bool tune_plot_ready(const char *file, Err *err) { return plot_ready(file, err); }

static void add_data(const TuneReport *report, StrBuf *out)
{
    const double all = report->positions > 0 ? (double)report->positions : 1.0;
    strbuf_addf(out, "$bins << EOD\n");
    for (unsigned i = 0; i < TUNE_BINS; i++) {
        const TuneBin *bin = &report->bin[i];
        if (bin->positions > 0) {
            strbuf_addf(out, "%.5f %.5f %.5f %.5f %.5f\n", bin->prediction, bin->outcome, 2.0 * bin->error,
                        (double)bin->positions / all, (i + 0.5) / TUNE_BINS);
        }
    }
    strbuf_addf(out, "EOD\n");
}

void tune_plot_script(const TuneReport *report, const char *title, const char *file, StrBuf *out)
{
    const TuneScore *score = &report->score[TUNE_MODEL][TUNE_ALL];
    add_data(report, out);
    strbuf_addf(out, "set terminal svg size 640,640 background rgb 'white'\nset output ");
    plot_quote(out, file);
    strbuf_addf(out, "\nset title ");
    plot_quote(out, title);
    strbuf_addf(
        out,
        " noenhanced\nset label 1 '%" PRIu64 " positions of %" PRIu64
        " games, Brier score %.4f' at graph 0.03,0.95\n"
        "set xlabel 'predicted chance of the seat french'\nset ylabel 'share won by the seat french'\n"
        "set xrange [0:1]\nset yrange [0:1]\nset size square\nset grid\nset key at graph 0.03,0.92 left top "
        "Left reverse\nset style fill solid 0.3\n"
        "plot $bins using 5:4:(0.09) with boxes lc rgb '#88aacc' title 'share of positions', \\\n"
        "  x with lines lc rgb '#888888' dt 2 title 'perfect', \\\n"
        "  $bins using 1:2:3 with yerrorbars pt 7 ps 0.6 lc rgb '#aa2222' title 'model, 2 standard errors'\n",
        report->positions, report->games, score->brier);
}

typedef struct Titled {
    const TuneReport *report;
    const char *title;
} Titled;

static void write_script(const void *context, const char *file, StrBuf *out)
{
    const Titled *titled = context;
    tune_plot_script(titled->report, titled->title, file, out);
}

bool tune_plot(const TuneReport *report, const char *title, const char *file, Err *err)
{
    return plot_draw(write_script, &(Titled){report, title}, file, err);
}
