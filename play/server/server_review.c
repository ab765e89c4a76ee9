/* server_review.c: reviews beside the running server. */
#include "play/server/server_review.h"

#include "engine/jsonout.h"
#include "eval/review/review.h"
#include "eval/run/jobs.h"

/* Half of the processors, so that whoever plays meanwhile notices nothing. */
static int threads_to_use(void)
{
    enum { MOST = 8 };
    const int half = jobs_processors() / 2;
    return half < 1 ? 1 : half > MOST ? MOST : half;
}

static bool note_progress(void *context, uint64_t done, uint64_t total)
{
    ServerReview *review = context;
    atomic_store(&review->done, done);
    atomic_store(&review->total, total);
    return true;
}

static void *run(void *context)
{
    ServerReview *work = context;
    Review review;
    const ReviewPlan plan = {.file = "game",
                             .record = &work->record,
                             .sims = work->sims,
                             .seed = 1,
                             .threads = threads_to_use(),
                             .stop = &work->stop,
                             .listener = note_progress,
                             .context = work};
    const bool good = review_run(&plan, &review, &work->err);
    if (good) {
        review_write_json(&review, &work->report);
        review_release(&review);
    }
    atomic_store(&work->state, good ? SERVER_REVIEW_DONE : SERVER_REVIEW_FAILED);
    return NULL;
}

bool server_review_begin(ServerReview *review, const StrBuf *record, uint64_t sims, Err *err)
{
    strbuf_init(&review->record);
    strbuf_init(&review->report);
    err_clear(&review->err);
    strbuf_add_bytes(&review->record, record->text, record->length);
    review->sims = sims;
    atomic_store(&review->stop, false);
    atomic_store(&review->done, 0);
    atomic_store(&review->total, 0);
    atomic_store(&review->state, SERVER_REVIEW_RUNNING);
    review->begun = pthread_create(&review->thread, NULL, run, review) == 0;
    if (!review->begun) {
        atomic_store(&review->state, SERVER_REVIEW_NONE);
        strbuf_release(&review->record);
        strbuf_release(&review->report);
        return err_set(err, NULL, NULL, "there is no thread left for a review");
    }
    return true;
}

void server_review_stop(ServerReview *review) { atomic_store(&review->stop, true); }

void server_review_end(ServerReview *review)
{
    if (!review->begun) {
        return;
    }
    server_review_stop(review);
    (void)pthread_join(review->thread, NULL);
    strbuf_release(&review->record);
    strbuf_release(&review->report);
    review->begun = false;
    atomic_store(&review->state, SERVER_REVIEW_NONE);
}

enum server_review_state server_review_state(const ServerReview *review)
{
    return (enum server_review_state)atomic_load(&review->state);
}

void server_review_write(const ServerReview *review, StrBuf *out)
{
    static const char *const names[] = {"none", "running", "done", "failed"};
    const enum server_review_state state = server_review_state(review);
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "state", names[state]);
    jsonout_key_u64(&json, "sims", review->sims);
    jsonout_key_u64(&json, "done", atomic_load(&review->done));
    jsonout_key_u64(&json, "total", atomic_load(&review->total));
    jsonout_key_text(&json, "error", state == SERVER_REVIEW_FAILED ? review->err.message : NULL);
    if (state == SERVER_REVIEW_DONE) {
        jsonout_key_raw(&json, "report", review->report.text);
    } else {
        jsonout_key_null(&json, "report");
    }
    jsonout_end(&json, '}');
}
