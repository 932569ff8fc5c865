/*
 * anyhook-hook <agent> [--event NAME] [--timeout MS]: one event of an agent on stdin, its answer on stdout.
 * The resident engine decides; if no trustworthy engine runs, the launcher decides in a separate process. The end of that
 * process is not an answer: without one, a call that a guard may have stopped is refused.
 * docs/reference/protocol.md describes what every client does. "anyhook init" compiles this file:
 *     cc -O2 -DLAUNCHER='"/path/of/anyhook-node"' [-DFAIL_CLOSED=1] -o anyhook-hook anyhook-hook.c
 * If that works, it also compiles with bare.h, which replaces the C library so that the client starts faster.
 * STATE (the state folder) and FIXED (arguments, each ending in NUL) hold for every event, whatever is in the agent's
 * environment. NO_ANSWER has what each agent reads without an answer. "--self-test FOLDER" in front of the agent names
 * another state folder.
 */
#if defined(__linux__)
#define _GNU_SOURCE
#else
#define _DARWIN_C_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef BARE
#include "bare.h"
#endif

#ifndef LAUNCHER
#error "compile with -DLAUNCHER='\"/path/of/anyhook-node\"'"
#endif
#ifndef FAIL_CLOSED
#define FAIL_CLOSED 0
#endif
#ifndef BUILD
#define BUILD "by hand"
#endif
#ifndef STATE
#define STATE ""
#endif
#ifndef FIXED
#define FIXED ""
#endif
/* Rows of agent, event ("" for any other), exit code and stdout, each ending in NUL. */
#ifndef NO_ANSWER
#define NO_ANSWER ""
#endif
/* The folders of PATH for the launcher. */
#ifndef TOOLS
#define TOOLS "/usr/bin:/bin"
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifdef O_PATH
#define JUST_A_PLACE O_PATH
#else
#define JUST_A_PLACE O_RDONLY
#endif

/* The protocol version, and the kinds of frames: an event, its answer, and "still working". */
enum { VERSION = 1, EVENT = 0x45, ANSWER = 0x61, WORKING = 0x77 };
/* The tags of the fields in a frame. */
enum { ARGS = 1, CWD, UMASK, DEADLINE, ENV, PAYLOAD, EXIT = 8, STDOUT, STDERR };
enum { MAX_PAYLOAD = 50 << 20, MAX_FRAME = 56 << 20, MAX_DROPPED = 1 << 30 };
/* Longest wait for the first frame, and for each frame after it; the least time that is left to decide. */
enum { FIRST_MS = 1000, SILENCE_MS = 3000, LEAST_MS = 250 };
/* An agent waits a second longer than --timeout says; this much of it is for a late answer. */
enum { LATE_MS = 600 };
/* How long a process may run after its answer, or after it was told to end. */
enum { LAST_WORK_MS = 10000, GRACE_MS = 300, STEP_MS = 10 };
/* An older "engine.starting" file is left over from a start that failed. */
enum { START_S = 10 };

extern char **environ;
/* "anyhook init" reads this text to check whether the program is up to date. */
const char build[] = "anyhook-hook build " BUILD;
static const char fixedArgs[] = FIXED;
static const char noAnswer[] = NO_ANSWER;
static const char *stateFolder = STATE;
static char **args;
static int timeoutAt; /* place of --timeout in args, 0 without one */
static long timeoutMs;
static unsigned char *payload;
static size_t payloadSize;
static int hasRead;
static int decider; /* the process that decides, 0 without one */

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000L + t.tv_nsec / 1000000L;
}

static long begun;

static long left(void) {
  long ms = timeoutMs - (now() - begun);
  return ms > LEAST_MS ? ms : LEAST_MS;
}

/* The timeout of a step, at most the remaining time of the event. */
static long within(long patience) {
  if (timeoutAt == 0) return patience;
  long ms = timeoutMs + LATE_MS - (now() - begun);
  return ms < 0 ? 0 : patience < 0 || ms < patience ? ms : patience;
}

static int isFixed(const char *value) {
  for (const char *word = fixedArgs; word[0] != 0; word += strlen(word) + 1)
    if (strcmp(word, value) == 0) return 1;
  return 0;
}

static char *digits(char *end, unsigned long number, unsigned base) {
  *--end = 0;
  do *--end = (char)('0' + number % base);
  while ((number /= base) > 0);
  return end;
}

/* Returns why it could not write everything; a closed reader is not an error. */
static int writeAll(int fd, const unsigned char *bytes, size_t size) {
  while (size > 0) {
    ssize_t n = write(fd, bytes, size);
    struct pollfd ready = {fd, POLLOUT, 0};
    if (n >= 0) bytes += n, size -= (size_t)n;
    else if (errno == EAGAIN) poll(&ready, 1, -1);
    else if (errno == EPIPE) return 0;
    else if (errno != EINTR) return errno;
  }
  return 0;
}

static void say(const char *text) { writeAll(2, (const unsigned char *)text, strlen(text)); }

static int envIs(const char *name, const char *value) {
  const char *found = getenv(name);
  return found != NULL && strcmp(found, value) == 0;
}

static void closeAllFrom(int first) {
#if defined(BARE) && defined(SYS_close_range)
  if (CALL(SYS_close_range, first, ~0U, 0, 0, 0) == 0) return;
#elif defined(SYS_close_range)
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  for (int fd = first; fd < 65536; fd++) close(fd);
}

/* Is this the event, by the option of the entry, or by a value of the payload? A quote inside a JSON text is escaped. */
static int isEvent(const char *name) {
  size_t size = strlen(name);
  for (int i = 1; args[i] != NULL; i++) {
    if (strcmp(args[i], "--event") == 0 && args[i + 1] != NULL) return strcmp(args[i + 1], name) == 0;
    if (strncmp(args[i], "--event=", 8) == 0) return strcmp(args[i] + 8, name) == 0;
  }
  for (size_t at = 1; at + size + 1 < payloadSize; at++) {
    if (payload[at] != '"' || payload[at + size + 1] != '"') continue;
    if (strncmp((const char *)payload + at + 1, name, size) != 0) continue;
    size_t before = at - 1;
    while (before > 0 && (payload[before] == ' ' || payload[before] == '\t' || payload[before] == '\n')) before--;
    if (payload[before] == ':') return 1;
  }
  return 0;
}

/* Without an answer, refuse: an agent must not take that for a yes. */
static void refuse(const char *why) {
  say("anyhook: "), say(why);
  if (envIs("ANYHOOK_FAIL_CLOSED", "1")) {
    say("; blocked, because failClosed is set\n");
    _exit(2);
  }
  const char *host = args != NULL && args[0] != NULL && args[1] != NULL ? args[1] : "", *row = noAnswer;
  signal(SIGPIPE, SIG_IGN);
  while (row[0] != 0) {
    const char *event = row + strlen(row) + 1, *code = event + strlen(event) + 1, *text = code + strlen(code) + 1;
    if (strcmp(row, host) == 0 && (event[0] == 0 || isEvent(event))) {
      say(event[0] == 0 ? ": no hook runs; run \"anyhook doctor\"\n" : ", so no hook has checked this; run \"anyhook doctor\"\n");
      int isLost = writeAll(1, (const unsigned char *)text, strlen(text)) != 0;
      _exit(isLost && event[0] != 0 ? 2 : code[0] - '0');
    }
    row = text + strlen(text) + 1;
  }
  /* Without rows, the event is unknown. */
  say(", so no hook has checked this; run \"anyhook doctor\"\n");
  _exit(noAnswer[0] == 0 ? 2 : 1);
}

/* Our state folder, if only we can write to it. */
static int openState(void) {
  const char *base = stateFolder[0] != 0 ? stateFolder : getenv("XDG_STATE_HOME");
  const char *below = stateFolder[0] != 0 ? "" : "/anyhook";
  char path[4096];
  struct stat st;
  if (base == NULL || base[0] != '/') base = getenv("HOME"), below = "/.local/state/anyhook";
  if (base == NULL || base[0] != '/' || strlen(base) > sizeof path - 32) return -1;
  int fd = open(strcat(strcpy(path, base), below), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return -1;
  if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && (st.st_mode & 077) == 0) return fd;
  close(fd);
  return -1;
}

#if defined(__linux__)
static int sameNamespace(const char *pid, const char *name) {
  char own[32] = "/proc/self/ns/", other[48] = "/proc/";
  struct stat a, b;
  if (stat(strcat(own, name), &a) != 0) return 0;
  if (stat(strcat(strcat(strcat(other, pid), "/ns/"), name), &b) != 0) return 0;
  return a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

static int isTrusted(int s) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  char number[24];
  if (getsockopt(s, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != geteuid() || peer.pid <= 0) return 0;
  const char *pid = digits(number + sizeof number, (unsigned long)peer.pid, 10);
  return sameNamespace(pid, "mnt") && sameNamespace(pid, "net") && sameNamespace(pid, "pid");
}
#else
static int isTrusted(int s) {
  uid_t uid;
  gid_t gid;
  return getpeereid(s, &uid, &gid) == 0 && uid == geteuid();
}
#endif

/* A path may be too long for a socket address, so change to the folder first. */
static int dial(int state) {
  struct sockaddr_un to = {.sun_family = AF_UNIX, .sun_path = "engine.sock"};
  int here = open(".", JUST_A_PLACE | O_DIRECTORY | O_CLOEXEC);
  /* Do not leave the current folder if we could not return to it. */
  if (here < 0 || fchdir(here) != 0 || fchdir(state) != 0) return -1;
  int s = socket(AF_UNIX, SOCK_STREAM, 0), isThere = 0;
  if (s >= 0) {
    fcntl(s, F_SETFD, FD_CLOEXEC);
    fcntl(s, F_SETFL, O_NONBLOCK);
#ifdef SO_NOSIGPIPE
    setsockopt(s, SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
    isThere = connect(s, (struct sockaddr *)&to, sizeof to) == 0 && isTrusted(s);
  }
  if (fchdir(here) != 0) refuse("the working folder is gone");
  close(here);
  if (isThere) return s;
  close(s);
  return -1;
}

/* Replaces this process by the launcher. Its environment is not the agent's, which could load code into a program or end it. */
static void become(const char *what) {
  static char path[] = "PATH=" TOOLS, home[4096 + 8] = "HOME=/";
  for (const char *word = fixedArgs; word[0] != 0; word += strlen(word) + 1)
    if (strncmp(word, "HOME=", 5) == 0 && strlen(word) < sizeof home) strcpy(home, word);
  execve(LAUNCHER, (char *[]){(char *)LAUNCHER, (char *)what, NULL}, (char *[]){path, home, NULL});
}

/* Starts the engine, unless another process does or a person stopped it. It inherits no files of the agent. */
static void startEngine(int state) {
  struct stat st;
  int flags = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC;
  if (fstatat(state, "engine.stays-down", &st, AT_SYMLINK_NOFOLLOW) == 0) return;
  int fd = openat(state, "engine.starting", flags, 0600);
  if (fd < 0 && errno == EEXIST && fstatat(state, "engine.starting", &st, AT_SYMLINK_NOFOLLOW) == 0) {
    time_t age = time(NULL) - st.st_mtime;
    if (age > -START_S && age < START_S) return;
    unlinkat(state, "engine.starting", 0);
    fd = openat(state, "engine.starting", flags, 0600);
  }
  if (fd < 0) return;
  close(fd);
  int pid = fork();
  if (pid == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0), dup2(null, 1), dup2(null, 2);
    closeAllFrom(3);
    if (chdir("/") == 0) become("--up");
    _exit(127);
  }
  if (pid > 0) waitpid(pid, NULL, 0);
}

/*
 * Reads all of stdin, and keeps just enough of a payload to show that it is too large. It reads the rest as well, because an agent
 * may ignore the answer of a program that did not.
 */
static void readPayload(void) {
  size_t room = 1 << 17;
  payload = malloc(room);
  size_t dropped = 0;
  for (hasRead = 1; payload != NULL;) {
    ssize_t n = read(0, payload + payloadSize, room - payloadSize);
    struct pollfd ready = {0, POLLIN, 0};
    if (n == 0) return;
    if (n < 0 && errno == EAGAIN) poll(&ready, 1, -1);
    else if (n < 0 && errno != EINTR) refuse("the event cannot be read");
    if (n <= 0 || (payloadSize += (size_t)n) < room) continue;
    if (payloadSize > MAX_PAYLOAD) {
      dropped += payloadSize - MAX_PAYLOAD - 1, payloadSize = MAX_PAYLOAD + 1;
      if (dropped > MAX_DROPPED) return;
      continue;
    }
    unsigned char *more = realloc(payload, room *= 2);
    if (more == NULL) break;
    payload = more;
  }
  refuse("there is no memory for the event");
}

static unsigned char *put32(unsigned char *to, size_t n) {
  for (int i = 3; i >= 0; i--) *to++ = (unsigned char)(n >> (8 * i));
  return to;
}

static size_t get32(const unsigned char *p) {
  return (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
}

static unsigned char *putField(unsigned char *to, int tag, const char *bytes, size_t size) {
  *to++ = (unsigned char)tag;
  to = put32(to, size);
  if (bytes != NULL) memcpy(to, bytes, size), to += size;
  return to;
}

static size_t sizeOf(char **words) {
  size_t size = 0;
  for (; *words != NULL; words++) size += strlen(*words) + 1;
  return size;
}

static unsigned char *putWords(unsigned char *to, char **words) {
  for (; *words != NULL; words++) to = (unsigned char *)stpcpy((char *)to, *words) + 1;
  return to;
}

/* Sends the event. The engine answers only after the whole event, so an earlier answer is a rejection. */
static int ask(int s, long patience) {
  char cwd[4096], mask[16], ms[24];
  mode_t old = umask(077);
  umask(old);
  if (getcwd(cwd, sizeof cwd) == NULL || cwd[0] != '/') {
    if (decider == 0) return 0;
    strcpy(cwd, "/");
  }
  const char *umaskText = digits(mask + sizeof mask, old, 8), *deadline = digits(ms + sizeof ms, (unsigned long)left(), 10);
  size_t argsSize = sizeof "--host" + sizeOf(args + 1) + sizeof fixedArgs - 1, envSize = sizeOf(environ);
  unsigned char *head = malloc(64 + argsSize + strlen(cwd) + sizeof mask + sizeof ms + envSize), *at = head;
  if (head == NULL) return 0;
  at += 4, *at++ = VERSION, *at++ = EVENT, at = put32(at, 1);
  at = putField(at, ARGS, NULL, argsSize), at = putWords(at, (char *[]){"--host", NULL}), at = putWords(at, args + 1);
  memcpy(at, fixedArgs, sizeof fixedArgs - 1), at += sizeof fixedArgs - 1;
  at = putField(at, CWD, cwd, strlen(cwd));
  at = putField(at, UMASK, umaskText, strlen(umaskText));
  if (timeoutAt > 0) at = putField(at, DEADLINE, deadline, strlen(deadline));
  at = putField(at, ENV, NULL, envSize), at = putWords(at, environ);
  at = putField(at, PAYLOAD, NULL, payloadSize);
  put32(head, (size_t)(at - head) - 4 + payloadSize);
  struct iovec parts[2] = {{head, (size_t)(at - head)}, {payload, payloadSize}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  while (parts[0].iov_len + parts[1].iov_len > 0) {
    ssize_t n = sendmsg(s, &message, MSG_NOSIGNAL);
    struct pollfd ready = {s, POLLOUT | POLLIN, 0};
    if (n < 0 && errno != EAGAIN && errno != EINTR) return 0;
    if (n < 0 && errno == EAGAIN) {
      int count = poll(&ready, 1, (int)within(patience));
      if (count == 0 || (count > 0 && ready.revents != POLLOUT)) return 0;
    }
    for (int i = 0; i < 2 && n > 0; i++) {
      size_t gone = (size_t)n < parts[i].iov_len ? (size_t)n : parts[i].iov_len;
      parts[i].iov_base = (char *)parts[i].iov_base + gone, parts[i].iov_len -= gone, n -= (ssize_t)gone;
    }
  }
  return 1;
}

static int receive(int s, unsigned char *to, size_t size, long patience) {
  while (size > 0) {
    ssize_t n = recv(s, to, size, 0);
    struct pollfd ready = {s, POLLIN, 0};
    if (n > 0) to += n, size -= (size_t)n;
    else if (n == 0 || (errno != EAGAIN && errno != EINTR)) return 0;
    else if (errno == EAGAIN && poll(&ready, 1, (int)within(patience)) == 0) return 0;
  }
  return 1;
}

/* Writes the answer and exits with its code; returns if the frame is invalid. */
static void answer(int s, const unsigned char *body, size_t size) {
  struct { const unsigned char *bytes; size_t size; } fields[STDERR + 1] = {{NULL, 0}};
  for (size_t at = 0, length; at < size; at += 5 + length) {
    if (size - at < 5 || (length = get32(body + at + 1)) > size - at - 5) return;
    if (body[at] <= STDERR) fields[body[at]].bytes = body + at + 5, fields[body[at]].size = length;
  }
  if (fields[EXIT].size != 1) return;
  int code = fields[EXIT].bytes[0];
  signal(SIGPIPE, SIG_IGN);
  if (code > 2) refuse("the answer has an exit code that agents do not know");
  int isLost = writeAll(1, fields[STDOUT].bytes, fields[STDOUT].size) != 0;
  writeAll(2, fields[STDERR].bytes, fields[STDERR].size);
  if (isLost) refuse("the answer could not be written");
  /* The process that decided still writes its journal. */
  struct pollfd ended = {s, POLLIN, 0};
  if (decider > 0) poll(&ended, 1, LAST_WORK_MS);
  _exit(code);
}

/* Waits for the answer; returns if none will come. */
static void await(int s, long patience) {
  unsigned char head[10];
  for (; receive(s, head, sizeof head, patience); patience = SILENCE_MS) {
    size_t size = get32(head);
    if (size < 6 || size > MAX_FRAME || head[4] != VERSION || get32(head + 6) != 1) return;
    if (head[5] != ANSWER && head[5] != WORKING) return;
    unsigned char *body = malloc(size);
    if (body == NULL || !receive(s, body, size - 6, patience)) return;
    if (head[5] == ANSWER) {
      answer(s, body, size - 6);
      return;
    }
    free(body);
  }
}

/* Waits for the process that decides, and ends it if it is still running. */
static int endDecider(void) {
  static const int signals[] = {0, SIGTERM, SIGKILL};
  int status = 0;
  for (int i = 0; i < 3; i++) {
    if (signals[i] != 0) kill(decider, signals[i]);
    for (int ms = 0; ms < GRACE_MS; ms += STEP_MS, poll(NULL, 0, STEP_MS))
      if (waitpid(decider, &status, WNOHANG) != 0) return status;
  }
  return status;
}

#if !defined(__linux__)
static void passOn(int number) {
  kill(decider, number);
  signal(number, SIG_DFL);
  raise(number);
}
#endif

/* Decides in a separate process, which reads the event and writes its answer as the engine does, in the remaining time. */
static void decideApart(void) {
  int ends[2];
  if (!hasRead) readPayload();
  if (payloadSize > MAX_PAYLOAD) payloadSize = MAX_PAYLOAD + 1;
  if (within(LEAST_MS) < LEAST_MS) refuse("there was no answer in time");
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || (decider = fork()) < 0) refuse("no process can be started");
  if (decider == 0) {
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, (long)SIGTERM);
#endif
    dup2(ends[1], 0), dup2(ends[1], 1), closeAllFrom(3);
    become("--decide");
    _exit(127);
  }
#if !defined(__linux__)
  signal(SIGTERM, passOn), signal(SIGINT, passOn), signal(SIGHUP, passOn);
#endif
  close(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  if (ask(ends[0], -1)) await(ends[0], -1);
  int isLate = within(1) == 0, status = endDecider();
  if (isLate) refuse("there was no answer in time");
  char text[96] = "", number[24];
  int isKilled = WIFSIGNALED(status);
  strcat(text, isKilled ? "the process that decides was ended by signal " : "the process that decides gave no answer and ended with ");
  strcat(text, digits(number + sizeof number, (unsigned)(isKilled ? WTERMSIG(status) : WEXITSTATUS(status)), 10));
  refuse(text);
}

/* Finds --timeout; false if its value is invalid. */
static int readTimeout(void) {
  for (int i = 1; args[i] != NULL; i++) {
    const char *value = NULL;
    if (strncmp(args[i], "--timeout=", 10) == 0) value = args[i] + 10, timeoutAt = i;
    else if (strcmp(args[i], "--timeout") == 0 && args[i + 1] != NULL) value = args[i + 1], timeoutAt = ++i;
    if (value == NULL) continue;
    timeoutMs = 0;
    const char *end = value;
    for (; *end >= '0' && *end <= '9' && end - value < 9; end++) timeoutMs = timeoutMs * 10 + (*end - '0');
    if (timeoutMs == 0 || *end != 0) return timeoutAt = 0;
  }
  return 1;
}

/* Tells child processes that failClosed was set when this program was compiled. */
static void sayClosed(void) {
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **more = malloc((count + 2) * sizeof *more);
  if (more == NULL) return;
  more[0] = (char *)"ANYHOOK_FAIL_CLOSED=1";
  memcpy(more + 1, environ, (count + 1) * sizeof *more);
  environ = more;
}

int main(int argc, char **argv) {
  if (FAIL_CLOSED) sayClosed();
  if (argc < 1) refuse("no agent is named");
  begun = now();
  int isTest = argc > 2 && strcmp(argv[1], "--self-test") == 0;
  if (isTest) stateFolder = argv[2], argv += 2, argc -= 2;
  args = argv;
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) == -1) open("/dev/null", O_RDWR);
  if (argc < 2 || !readTimeout() || (isFixed("ANYHOOK_ENGINE=off") && !isTest)) decideApart();
  int state = openState(), s = state < 0 ? -1 : dial(state);
  if (s >= 0) readPayload();
  if (s >= 0 && payloadSize <= MAX_PAYLOAD) {
    long patience = timeoutAt > 0 && left() / 2 < FIRST_MS ? left() / 2 : FIRST_MS;
    if (ask(s, patience)) await(s, patience);
  }
  if (s >= 0) close(s);
  if (state >= 0 && payloadSize <= MAX_PAYLOAD) startEngine(state);
  decideApart();
  return 0;
}
