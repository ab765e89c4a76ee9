/* balance_plot.c: the posterior of the curve as a band, what was played as points with Wilson's intervals,
 * the target as a line, and the answer's interval as a bar on it. Colours of M. Okabe and K. Ito, which the
 * colour-blind can tell apart. */
#include "eval/balance/balance_plot.h"

#include <inttypes.h>

#include "eval/report/plot.h"

static void add_data(const BalancePlot *plot, StrBuf *out)
{
    strbuf_addf(out, "$curve << EOD\n");
    for (uint32_t i = 0; i < plot->knob->count; i++) {
        const Interval band = balance_rate_interval(plot->balance, i);
        strbuf_addf(out, "%.10g %.5f %.5f %.5f\n", knob_value(plot->knob, i), balance_rate(plot->balance, i),
                    band.low, band.high);
    }
    strbuf_addf(out, "EOD\n$games << EOD\n");
    for (uint32_t i = 0; i < plot->knob->count; i++) {
        const uint64_t games = balance_games(plot->balance, i);
        const double wins = balance_wins(plot->balance, i);
        if (games > 0) {
            const Interval seen = stats_wilson_score(wins, games, STATS_Z95);
            strbuf_addf(out, "%.10g %.5f %.5f %.5f\n", knob_value(plot->knob, i), wins / (double)games,
                        seen.low, seen.high);
        }
    }
    strbuf_addf(out, "EOD\n");
    const Interval answer = plot->result->interval;
    strbuf_addf(out, "$answer << EOD\n%.10g %.5f %.10g %.10g\nEOD\n",
                knob_value(plot->knob, plot->result->value), plot->target, knob_value(plot->knob, answer.low),
                knob_value(plot->knob, answer.high));
}

/* What gnuplot is told to draw the plot into a file. */
static void balance_plot_script(const BalancePlot *plot, const char *file, StrBuf *out)
{
    const Knob *knob = plot->knob;
    const double margin = 0.04 * (knob->high - knob->low);
    add_data(plot, out);
    strbuf_addf(out, "set terminal svg size 760,480 background rgb 'white'\nset output ");
    plot_quote(out, file);
    strbuf_addf(out, "\nset title ");
    plot_quote(out, plot->title);
    strbuf_addf(out, " noenhanced\nset xlabel ");
    plot_quote(out, knob->terms_text);
    strbuf_addf(
        out,
        " noenhanced\nset ylabel 'score of the seat french'\nset format y '%%.0f%%%%'\n"
        "set xrange [%.10g:%.10g]\nset yrange [0:100]\nset grid\n"
        "set key outside bottom center horizontal\n"
        "plot $curve using 1:(100*$3):(100*$4) with filledcurves lc rgb '#56B4E9' fs solid 0.3 "
        "title 'posterior, 95%%', \\\n"
        "  $curve using 1:(100*$2) with lines lw 2 lc rgb '#0072B2' title 'its mean', \\\n"
        "  %.10g with lines dt 2 lc rgb '#000000' title 'target', \\\n"
        "  $games using 1:(100*$2):(100*$3):(100*$4) with yerrorbars pt 7 ps 0.5 lc rgb '#999999' "
        "title 'played, 95%%', \\\n"
        "  $answer using 1:(100*$2):3:4 with xerrorbars pt 5 lw 3 lc rgb '#D55E00' title 'answer, 95%%'\n",
        knob->low - margin, knob->high + margin, 100.0 * plot->target);
}

static void write_script(const void *context, const char *file, StrBuf *out)
{
    const BalancePlot *plot = context;
    balance_plot_script(plot, file, out);
}

bool balance_plot(const BalancePlot *plot, const char *file, Err *err)
{
    BalancePlot copy = *plot;
    return plot_draw(write_script, &copy, file, err);
}
