#define _GNU_SOURCE
#include "boundary.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// Hooks are programs that are started with posix_spawn(3). None runs: the simulation says how each
// fares. This file also has the service manager, which is told how the program fares.

// The descriptor from which the next hook reads.
static int input = -1;

int __real_posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int __wrap_posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to) {
  if (to == 0) input = from;
  return __real_posix_spawn_file_actions_adddup2(actions, from, to);
}

int __real_posix_spawn(pid_t *, const char *, const posix_spawn_file_actions_t *,
                       const posix_spawnattr_t *, char *const *, char *const *);
int __wrap_posix_spawn(pid_t *id, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const *arguments,
                       char *const *environment) {
  if (!boundary_is_on)
    return __real_posix_spawn(id, path, actions, attributes, arguments, environment);
  uint8_t bytes[PIPE_BUF];
  // The other end of the pipe is closed: this waits for nothing.
  ssize_t count = input < 0 ? 0 : read(input, bytes, sizeof bytes);
  input = -1;
  int number = boundary.run_hook(bytes, count > 0 ? count : 0);
  if (number < 0) return -number;
  *id = number;
  return 0;
}

int __real_waitid(idtype_t, id_t, siginfo_t *, int);
int __wrap_waitid(idtype_t kind, id_t id, siginfo_t *info, int options) {
  if (!boundary_is_on || kind != P_PID || id < BOUNDARY_FIRST_HOOK)
    return __real_waitid(kind, id, info, options);
  *info = (siginfo_t){0};
  if (boundary.hook_status(id) >= 0) info->si_pid = id;
  return 0;
}

int __real_kill(pid_t, int);
int __wrap_kill(pid_t id, int signal) {
  int number = id < 0 ? -id : id;
  if (!boundary_is_on || number < BOUNDARY_FIRST_HOOK) return __real_kill(id, signal);
  boundary.signal_hook(number, signal);
  return 0;
}

// A word for the service manager.
ssize_t __real_sendto(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
ssize_t __wrap_sendto(int descriptor, const void *bytes, size_t count, int flags,
                      const struct sockaddr *name, socklen_t length) {
  if (!boundary_is_on || !name || name->sa_family != AF_UNIX)
    return __real_sendto(descriptor, bytes, count, flags, name, length);
  int code = boundary.notified(bytes, count);
  return code < 0 ? (errno = -code, -1) : (ssize_t)count;
}
