/*
 * timer ROUNDS [INPUT COMMAND]...: what an agent waits for. Runs each command through "sh -c", as agents do, with INPUT
 * as its stdin and its output thrown away; all of them in turn, ROUNDS times. Prints a line per command: the nanoseconds
 * from start to exit of each run. "anyhook bench" compiles this file, for Node itself is too slow a clock.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long run(const char *input, char *command) {
  char *argv[] = {"sh", "-c", command, NULL};
  posix_spawn_file_actions_t files;
  pid_t pid;
  int status;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  long long begun = now();
  if (posix_spawn(&pid, "/bin/sh", &files, NULL, argv, environ) != 0 || waitpid(pid, &status, 0) < 0) {
    perror(command);
    exit(1);
  }
  long long took = now() - begun;
  posix_spawn_file_actions_destroy(&files);
  if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 2)) {
    fprintf(stderr, "\"%s\" ended with status %d\n", command, status);
    exit(1);
  }
  return took;
}

int main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 0;
  int commands = (argc - 2) / 2;
  if (rounds < 1 || commands < 1) {
    fprintf(stderr, "timer ROUNDS [INPUT COMMAND]...\n");
    return 1;
  }
  long long *took = malloc(sizeof *took * (size_t)rounds * (size_t)commands);
  if (!took) return 1;
  for (long round = 0; round < rounds; round++)
    for (int i = 0; i < commands; i++) took[i * rounds + round] = run(argv[2 + 2 * i], argv[3 + 2 * i]);
  for (int i = 0; i < commands; i++) {
    for (long round = 0; round < rounds; round++) printf("%s%lld", round ? " " : "", took[i * rounds + round]);
    printf("\n");
  }
  return 0;
}
