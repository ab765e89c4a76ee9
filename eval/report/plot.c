/* plot.c: see plot.h. */
#include "eval/report/plot.h"

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

bool plot_ready(const char *file, Err *err)
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

/* A quote is doubled, nothing else is special; but a text that begins with one would look like an empty text
 * to gnuplot, so that one is joined to the rest. */
void plot_quote(StrBuf *out, const char *text)
{
    if (*text == '\'') {
        strbuf_add(out, "\"'\" . ");
        text++;
    }
    strbuf_add_char(out, '\'');
    for (const char *c = text; *c != '\0'; c++) {
        strbuf_addf(out, *c == '\'' ? "''" : "%c", *c);
    }
    strbuf_add_char(out, '\'');
}

bool plot_draw(PlotScript write_script, const void *context, const char *file, Err *err)
{
    char part[NAME_BYTES];
    if (!plot_ready(file, err)) {
        return false;
    }
    (void)snprintf(part, sizeof part, "%s.part", file);
    StrBuf script;
    strbuf_init(&script);
    write_script(context, part, &script);
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
