/* tune_plot.c: a gnuplot script of a reliability diagram (A. H. Murphy, R. L. Winkler, "Reliability of
 * Subjective Probability Forecasts", 1977): points on the diagonal are honest; bars are two standard errors
 * each way, with games as units; the steps below show how often each chance was given. */
#include "eval/tune_plot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { NAME_BYTES = 1024 };

static bool name_is_plain(const char *file)
{
    for (const char *c = file; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ') {
            return false;
        }
    }
    return file[0] != '\0' && strlen(file) < NAME_BYTES - sizeof ".part";
}

bool tune_plot_ready(const char *file, Err *err)
{
    if (!name_is_plain(file)) {
        return err_set(err, NULL, NULL, "a plot needs a file name without control characters");
    }
    /* fixed texts: nothing for a shell to mistake */
    FILE *look = popen("command -v gnuplot >/dev/null 2>&1", "r"); /* NOLINT(cert-env33-c) */
    const int status = look != NULL ? pclose(look) : -1;
    return status == 0 ||
           err_set(err, file, NULL,
                   "cannot plot: gnuplot is not installed (on Debian: apt-get install gnuplot-nox)");
}

/* A text within gnuplot's single quotes: a quote is doubled, nothing else is special. */
static void add_quoted(StrBuf *out, const char *text)
{
    strbuf_add_char(out, '\'');
    for (const char *c = text; *c != '\0'; c++) {
        strbuf_addf(out, *c == '\'' ? "''" : "%c", *c);
    }
    strbuf_add_char(out, '\'');
}

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
    add_quoted(out, file);
    strbuf_addf(out, "\nset title ");
    add_quoted(out, title);
    strbuf_addf(
        out,
        " noenhanced\nset label 1 '%" PRIu64 " positions of %" PRIu64
        " games, Brier score %.4f' at graph 0.03,0.95\n"
        "set xlabel 'predicted chance of the French'\nset ylabel 'share won by the French'\n"
        "set xrange [0:1]\nset yrange [0:1]\nset size square\nset grid\nset key at graph 0.03,0.92 left top "
        "Left reverse\nset style fill solid 0.3\n"
        "plot $bins using 5:4:(0.09) with boxes lc rgb '#88aacc' title 'share of positions', \\\n"
        "  x with lines lc rgb '#888888' dt 2 title 'perfect', \\\n"
        "  $bins using 1:2:3 with yerrorbars pt 7 ps 0.6 lc rgb '#aa2222' title 'model, 2 standard errors'\n",
        report->positions, report->games, score->brier);
}

bool tune_plot(const TuneReport *report, const char *title, const char *file, Err *err)
{
    char part[NAME_BYTES];
    if (!tune_plot_ready(file, err)) {
        return false;
    }
    (void)snprintf(part, sizeof part, "%s.part", file);
    StrBuf script;
    strbuf_init(&script);
    tune_plot_script(report, title, part, &script);
    FILE *gnuplot = popen("gnuplot", "w"); /* NOLINT(cert-env33-c) */
    const bool told = gnuplot != NULL && fwrite(script.text, 1, script.length, gnuplot) == script.length;
    const int status = gnuplot != NULL ? pclose(gnuplot) : -1;
    strbuf_release(&script);
    if (!told || status != 0 || rename(part, file) != 0) {
        (void)remove(part);
        return err_set(err, file, NULL, "cannot plot: gnuplot ended with status %d",
                       status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
    return true;
}
