/* engine_front.c: the process that talks: a loop over poll, with a worker that thinks. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ai/clock.h"
#include "ai/lines.h"
#include "ai/protocol.h"
#include "play/cmd/command.h"
#include "play/engine/engine.h"

enum { WAITING_BYTES_MAX = 64 * 1024 * 1024, ANSWER_LINE_MAX = 64 * 1024 * 1024, TICK_MILLISECONDS = 10 };

static const double STOP_SECONDS = 5.0; /* for a worker to stop before it is killed */
static const double END_SECONDS = 10.0; /* for what is still open at the end of the input */

typedef struct Front {
    const EngineSetup *setup;
    EngineShared *shared;
    Lines input; /* standard input */
    bool open;   /* there may be more of it */
    bool quit;
    pid_t worker;
    int to;         /* the worker's input; -1: closed */
    Lines answers;  /* of the worker */
    StrBuf waiting; /* lines for the worker, from sent on */
    size_t sent;
    uint32_t asked; /* "go" passed on to this worker */
    uint32_t done;  /* "bestmove" that came back */
    uint32_t pings; /* "isready" passed on and not answered */
    double kill_at; /* when the worker is killed if nothing has come of a stop; 0: not waited for */
    double end_at;  /* when all that is open is stopped; 0: not yet */
} Front;

/* ------------------------------------------------------------------ output */

static void print(const char *line)
{
    (void)fputs(line, stdout);
    (void)fputc('\n', stdout);
    (void)fflush(stdout);
}

/* ------------------------------------------------------------------ the worker's life */

static bool start_worker(Front *front)
{
    int to[2];
    int from[2];
    if (pipe(to) != 0) {
        return false;
    }
    if (pipe(from) != 0) {
        (void)close(to[0]);
        (void)close(to[1]);
        return false;
    }
    memset(front->shared, 0, sizeof *front->shared);
    front->worker = fork();
    if (front->worker == 0) {
        (void)close(to[1]);
        (void)close(from[0]);
        (void)close(STDIN_FILENO);
        engine_worker(front->setup, front->shared, to[0], from[1]);
        exit(EXIT_GOOD); /* not _exit: what looks for leaks wants to look */
    }
    (void)close(to[0]);
    (void)close(from[1]);
    if (front->worker < 0) {
        (void)close(to[1]);
        (void)close(from[0]);
        return false;
    }
    front->to = to[1];
    (void)fcntl(front->to, F_SETFL, O_NONBLOCK);
    lines_init(&front->answers, from[0], ANSWER_LINE_MAX);
    strbuf_init(&front->waiting);
    front->sent = 0;
    front->asked = 0;
    front->done = 0;
    front->pings = 0;
    front->kill_at = 0.0;
    return true;
}

static void close_input(Front *front)
{
    if (front->to >= 0) {
        (void)close(front->to);
        front->to = -1;
    }
}

/* Collects the worker, which has closed its output; returns what waitpid said. */
static int collect_worker(Front *front)
{
    int status = 0;
    close_input(front);
    (void)close(front->answers.fd);
    lines_release(&front->answers);
    strbuf_release(&front->waiting);
    while (waitpid(front->worker, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/* Answers what the lost worker owes, and says what happened. */
static void tell_of_loss(const Front *front, int status, bool killed)
{
    char text[160];
    if (killed) {
        (void)snprintf(
            text, sizeof text,
            "error the worker did not stop and was ended; it is as after the start, without a scenario");
    } else {
        (void)snprintf(text, sizeof text,
                       "error the worker failed (%s %d); it is as after the start, without a scenario",
                       WIFSIGNALED(status) ? "signal" : "exit code",
                       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    print(text);
    for (uint32_t i = front->done; i < front->asked; i++) {
        print("bestmove none");
    }
    for (uint32_t i = 0; i < front->pings; i++) {
        print("readyok");
    }
}

/* ------------------------------------------------------------------ stopping */

/* Tells all that is asked and not answered to stop. */
static void stop_all(Front *front)
{
    for (uint32_t number = front->done + 1; number <= front->asked; number++) {
        atomic_store(&front->shared->stops[number % ENGINE_GOES_MAX], true);
    }
    if (front->kill_at <= 0.0 && (front->asked > front->done || front->pings > 0 || front->quit)) {
        front->kill_at = clock_seconds() + STOP_SECONDS; /* a hostile position may hang anywhere */
    }
}

/* Looks at clocks: deadlines of "go", the end of the input, a worker that will not stop. */
static bool tick(Front *front)
{
    const double now = clock_seconds();
    const uint64_t deadline = atomic_load(&front->shared->deadline);
    const uint32_t begun = atomic_load(&front->shared->begun);
    if (deadline != 0 && begun > front->done && (uint64_t)(now * 1e6) >= deadline) {
        atomic_store(&front->shared->stops[begun % ENGINE_GOES_MAX], true);
        front->kill_at = front->kill_at > 0.0 ? front->kill_at : now + STOP_SECONDS;
    }
    if (front->end_at > 0.0 && (now >= front->end_at || atomic_load(&front->shared->endless))) {
        stop_all(front);
        front->kill_at = front->kill_at > 0.0 ? front->kill_at : now + STOP_SECONDS;
    }
    return front->kill_at <= 0.0 || now < front->kill_at;
}

/* ------------------------------------------------------------------ lines in */

static void pass_on(Front *front, const char *line)
{
    if (front->waiting.length - front->sent > WAITING_BYTES_MAX) {
        print("error too much is waiting; this line is dropped");
        return;
    }
    strbuf_add(&front->waiting, line);
    strbuf_add_char(&front->waiting, '\n');
}

static void pass_on_go(Front *front, const char *line)
{
    if (front->asked - front->done >= ENGINE_GOES_MAX - 1) {
        print("error too many go are waiting");
        print("bestmove none");
        return;
    }
    front->asked++;
    pass_on(front, line);
}

static void take_line(Front *front, char *line)
{
    if (protocol_after(line, "quit") != NULL) {
        front->quit = true;
        stop_all(front);
    } else if (protocol_after(line, "stop") != NULL) {
        stop_all(front);
    } else if (protocol_after(line, "isready") != NULL) {
        if (front->asked > front->done) {
            print("readyok"); /* thinking keeps nobody waiting */
        } else {
            front->pings++;
            pass_on(front, line);
        }
    } else if (protocol_after(line, "go") != NULL) {
        pass_on_go(front, line);
    } else {
        pass_on(front, line);
    }
}

static void take_input(Front *front)
{
    char *line = NULL;
    if (lines_fill(&front->input) == LINES_END) {
        front->open = false;
        front->end_at = clock_seconds() + END_SECONDS;
    }
    while (!front->quit) {
        switch (lines_next(&front->input, &line)) {
        case LINE_GOOD:
            take_line(front, line);
            continue;
        case LINE_TOO_LONG: {
            char text[96];
            (void)snprintf(text, sizeof text, "error a line has more than %d bytes; it is skipped",
                           PROTOCOL_LINE_MAX);
            print(text);
            continue;
        }
        case LINE_BAD:
            print("error a line holds a NUL byte; it is skipped");
            continue;
        case LINE_NONE:
            return;
        }
    }
}

/* ------------------------------------------------------------------ lines out */

/* The worker has answered something: after quit it has time again for what is left, else nothing is waited
 * for but what was stopped. */
static void note_progress(Front *front, bool waited_for)
{
    if (front->quit) {
        front->kill_at = clock_seconds() + STOP_SECONDS;
    } else if (!waited_for) {
        front->kill_at = 0.0;
    }
}

/* Passes on what the worker says; false when it has closed its output. */
static bool take_answers(Front *front)
{
    char *line = NULL;
    const bool more = lines_fill(&front->answers) != LINES_END;
    while (lines_next(&front->answers, &line) == LINE_GOOD) {
        if (protocol_after(line, "bestmove") != NULL) {
            front->done++;
            atomic_store(&front->shared->stops[front->done % ENGINE_GOES_MAX], false);
            note_progress(front, false);
        } else if (front->pings > 0 && strcmp(line, "readyok") == 0) {
            front->pings--;
            note_progress(front, front->asked > front->done);
        }
        print(line);
    }
    return more;
}

/* Hands lines over; when there will be no more, closes the worker's input. */
static void send_waiting(Front *front)
{
    StrBuf *waiting = &front->waiting;
    const ssize_t count = write(front->to, waiting->text + front->sent, waiting->length - front->sent);
    if (count < 0 && errno != EAGAIN && errno != EINTR) {
        close_input(front); /* the worker is gone; its output tells */
        return;
    }
    front->sent += count > 0 ? (size_t)count : 0;
    if (front->sent == waiting->length) {
        strbuf_clear(waiting);
        front->sent = 0;
    }
}

/* ------------------------------------------------------------------ the loop */

/* One turn; false when the worker is gone. */
static bool turn(Front *front)
{
    const bool sending = front->sent < front->waiting.length;
    const bool ending = !front->open || front->quit;
    if (ending && front->to >= 0 && !sending) {
        close_input(front); /* what was asked before the end is answered, in order */
    }
    struct pollfd fds[3] = {
        {front->answers.fd, POLLIN, 0},
        {ending ? -1 : STDIN_FILENO, POLLIN, 0},
        {front->to >= 0 && sending ? front->to : -1, POLLOUT, 0},
    };
    const bool busy = front->asked > front->done || ending;
    (void)poll(fds, 3, busy ? TICK_MILLISECONDS : -1);
    if (fds[1].revents != 0) {
        take_input(front);
    }
    if (fds[2].revents != 0 && front->to >= 0) {
        send_waiting(front);
    }
    return (fds[0].revents == 0 || take_answers(front)) && tick(front);
}

/* After the loop lost its worker: true if there is a new one to go on with. */
static bool replace_worker(Front *front)
{
    const bool killed = front->kill_at > 0.0 && clock_seconds() >= front->kill_at;
    if (killed) {
        (void)kill(front->worker, SIGKILL);
    }
    const bool ending = front->quit || !front->open;
    const int status = collect_worker(front);
    if (ending && status == 0) {
        return false;
    }
    tell_of_loss(front, status, killed);
    return !ending && start_worker(front);
}

int engine_front(const EngineSetup *setup)
{
    Front front;
    struct sigaction ignore;
    memset(&front, 0, sizeof front);
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    front.setup = setup;
    front.open = true;
    front.shared =
        mmap(NULL, sizeof *front.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (front.shared == MAP_FAILED || !start_worker(&front)) {
        perror("marshal engine: cannot start");
        return EXIT_FAILED;
    }
    (void)sigaction(SIGPIPE, &ignore, NULL); /* a worker that died must not take the front along */
    lines_init(&front.input, STDIN_FILENO, PROTOCOL_LINE_MAX);
    do {
        while (turn(&front)) {
        }
    } while (replace_worker(&front));
    lines_release(&front.input);
    (void)munmap(front.shared, sizeof *front.shared);
    return EXIT_GOOD;
}
