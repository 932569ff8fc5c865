/*
 * The few C library functions that the client needs, as Linux system calls. The start of a C library (which queries
 * the processor, slow on virtual machines) takes longer than the rest of the client.
 *     cc -O2 -DBARE -static -nostdlib -ffreestanding -fno-stack-protector …
 */
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>

/* A sixth argument is always 0. */
#if defined(__x86_64__)
__asm__(".globl _start\n_start: xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call startHere\n");
static long sys(long n, long a, long b, long c, long d, long e) {
  long result;
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
#elif defined(__aarch64__)
__asm__(".globl _start\n_start: mov x29, #0\n mov x0, sp\n bl startHere\n");
static long sys(long n, long a, long b, long c, long d, long e) {
  register long x8 __asm__("x8") = n, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = 0;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}
#else
#error "bare: x86-64 and arm64 only"
#endif

static int lastError;
int *__errno_location(void) { return &lastError; }

static long checked(long result) {
  if (result >= 0 || result < -4095) return result;
  lastError = (int)-result;
  return -1;
}

#define CALL(n, a, b, c, d, e) checked(sys(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e)))

int main(int argc, char **argv);
char **environ;
void _exit(int code) {
  for (;;) sys(SYS_exit_group, code, 0, 0, 0, 0);
}
__attribute__((used)) void startHere(long *stack) {
  environ = (char **)stack + stack[0] + 2;
  _exit(main((int)stack[0], (char **)stack + 1));
}

/* The barriers prevent compilers from replacing the loop with a call of the function itself. */
#define HERE __asm__ volatile("" ::: "memory")
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
#if defined(__x86_64__)
  void *at = to;
  __asm__ volatile("rep movsb" : "+D"(at), "+S"(from), "+c"(n)::"memory");
#else
  for (size_t i = 0; i < n; i++) {
    ((char *)to)[i] = ((const char *)from)[i];
    HERE;
  }
#endif
  return to;
}
void *memset(void *to, int byte, size_t n) {
  for (size_t i = 0; i < n; i++) {
    ((char *)to)[i] = (char)byte;
    HERE;
  }
  return to;
}
/* Eight bytes at a time, because an environment is long; an aligned word never crosses a page. */
typedef uint64_t __attribute__((may_alias)) Word;
size_t strlen(const char *s) {
  const char *at = s;
  for (; (uintptr_t)at % sizeof(Word) != 0; at++)
    if (*at == 0) return (size_t)(at - s);
  const Word ones = ~(Word)0 / 255, *word = (const Word *)at;
  for (; ((*word - ones) & ~*word & ones << 7) == 0; word++) HERE;
  for (at = (const char *)word; *at != 0; at++) HERE;
  return (size_t)(at - s);
}
int strncmp(const char *a, const char *b, size_t n) {
  for (; n > 0; a++, b++, n--)
    if (*a != *b || *a == 0) return (unsigned char)*a - (unsigned char)*b;
  return 0;
}
int strcmp(const char *a, const char *b) { return strncmp(a, b, SIZE_MAX); }
char *stpcpy(char *restrict to, const char *restrict from) {
  size_t n = strlen(from);
  memcpy(to, from, n + 1);
  return to + n;
}
char *strcpy(char *restrict to, const char *restrict from) { return stpcpy(to, from), to; }
char *strcat(char *restrict to, const char *restrict from) { return stpcpy(to + strlen(to), from), to; }

char *getenv(const char *name) {
  size_t n = strlen(name);
  for (char **at = environ; *at != NULL; at++)
    if (strncmp(*at, name, n) == 0 && (*at)[n] == '=') return *at + n + 1;
  return NULL;
}

/* Memory in whole pages, with its size stored in front. */
void *malloc(size_t size) {
  long at = CALL(SYS_mmap, 0, size + 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  if (at == -1) return NULL;
  *(size_t *)at = size + 16;
  return (char *)at + 16;
}
void *realloc(void *old, size_t size) {
  size_t *block = (size_t *)((char *)old - 16);
  long at = CALL(SYS_mremap, block, *block, size + 16, MREMAP_MAYMOVE, 0);
  if (at == -1) return NULL;
  *(size_t *)at = size + 16;
  return (char *)at + 16;
}
void free(void *old) {
  size_t *block = (size_t *)((char *)old - 16);
  if (old != NULL) CALL(SYS_munmap, block, *block, 0, 0, 0);
}

ssize_t read(int fd, void *to, size_t n) { return CALL(SYS_read, fd, to, n, 0, 0); }
ssize_t write(int fd, const void *from, size_t n) { return CALL(SYS_write, fd, from, n, 0, 0); }
int close(int fd) { return (int)CALL(SYS_close, fd, 0, 0, 0, 0); }
int open(const char *path, int flags, ...) { return (int)CALL(SYS_openat, AT_FDCWD, path, flags, 0, 0); }
int openat(int folder, const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  int mode = va_arg(more, int);
  va_end(more);
  return (int)CALL(SYS_openat, folder, path, flags, mode, 0);
}
int fcntl(int fd, int what, ...) {
  va_list more;
  va_start(more, what);
  long value = va_arg(more, int);
  va_end(more);
  return (int)CALL(SYS_fcntl, fd, what, value, 0, 0);
}
int fstat(int fd, struct stat *st) { return (int)CALL(SYS_fstat, fd, st, 0, 0, 0); }
int fstatat(int folder, const char *restrict path, struct stat *restrict st, int flags) {
  return (int)CALL(SYS_newfstatat, folder, path, st, flags, 0);
}
int stat(const char *restrict path, struct stat *restrict st) { return fstatat(AT_FDCWD, path, st, 0); }
int unlinkat(int folder, const char *path, int flags) { return (int)CALL(SYS_unlinkat, folder, path, flags, 0, 0); }
int chdir(const char *path) { return (int)CALL(SYS_chdir, path, 0, 0, 0, 0); }
int fchdir(int fd) { return (int)CALL(SYS_fchdir, fd, 0, 0, 0, 0); }
char *getcwd(char *to, size_t size) { return CALL(SYS_getcwd, to, size, 0, 0, 0) > 0 ? to : NULL; }
mode_t umask(mode_t mask) { return (mode_t)CALL(SYS_umask, mask, 0, 0, 0, 0); }
uid_t geteuid(void) { return (uid_t)CALL(SYS_geteuid, 0, 0, 0, 0, 0); }
pid_t setsid(void) { return (pid_t)CALL(SYS_setsid, 0, 0, 0, 0, 0); }
pid_t fork(void) { return (pid_t)CALL(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
pid_t waitpid(pid_t pid, int *status, int flags) { return (pid_t)CALL(SYS_wait4, pid, status, flags, 0, 0); }
int execve(const char *path, char *const argv[], char *const env[]) { return (int)CALL(SYS_execve, path, argv, env, 0, 0); }
int kill(pid_t pid, int number) { return (int)CALL(SYS_kill, pid, number, 0, 0, 0); }
int prctl(int what, ...) {
  va_list more;
  va_start(more, what);
  long value = va_arg(more, long);
  va_end(more);
  return (int)CALL(SYS_prctl, what, value, 0, 0, 0);
}
int dup2(int from, int to) { return (int)CALL(SYS_dup3, from, to, 0, 0, 0); }
int clock_gettime(clockid_t clock, struct timespec *t) { return (int)CALL(SYS_clock_gettime, clock, t, 0, 0, 0); }
time_t time(time_t *to) {
  struct timespec t = {0, 0};
  clock_gettime(CLOCK_REALTIME, &t);
  return to != NULL ? (*to = t.tv_sec) : t.tv_sec;
}
int poll(struct pollfd *fds, nfds_t n, int ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
  return (int)CALL(SYS_ppoll, fds, n, ms < 0 ? NULL : &t, NULL, 8);
}
int socketpair(int family, int type, int protocol, int ends[2]) {
  return (int)CALL(SYS_socketpair, family, type, protocol, ends, 0);
}
int socket(int family, int type, int protocol) { return (int)CALL(SYS_socket, family, type, protocol, 0, 0); }
/* Under another name, because headers declare it with a different type. */
#define connect connectTo
static int connectTo(int s, const struct sockaddr *to, socklen_t size) {
  return (int)CALL(SYS_connect, s, to, size, 0, 0);
}
int getsockopt(int s, int level, int name, void *restrict to, socklen_t *restrict size) {
  return (int)CALL(SYS_getsockopt, s, level, name, to, size);
}
ssize_t sendmsg(int s, const struct msghdr *message, int flags) { return CALL(SYS_sendmsg, s, message, flags, 0, 0); }
ssize_t recv(int s, void *to, size_t size, int flags) {
  (void)flags;
  return read(s, to, size);
}
/* Only for SIG_IGN and SIG_DFL, which need no restorer. */
void (*signal(int number, void (*handler)(int)))(int) {
  struct { void (*handler)(int); unsigned long flags; void *restorer; unsigned long mask; } action = {handler, 0, 0, 0};
  CALL(SYS_rt_sigaction, number, &action, NULL, 8, 0);
  return SIG_DFL;
}
