// This process, its threads, its parent and its children.
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/syscall.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#endif

/// Starts a program, which is looked for in PATH when its name has no slash. A file that is -1 is inherited. Zero, or the error.
///
/// The child begins with no signal blocked: a child that blocks signals could not be stopped. It does not ignore SIGPIPE, which its
/// parent may ignore.
static inline int mockidp_spawn(
  pid_t *id, const char *program, char *const arguments[], char *const variables[], int input, int output, int errors) {
  sigset_t none, reset;
  sigemptyset(&none);
  sigemptyset(&reset);
  sigaddset(&reset, SIGPIPE);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &reset);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int files[] = {input, output, errors};
  for (int number = 0; number < 3; number++)
    if (files[number] >= 0) posix_spawn_file_actions_adddup2(&actions, files[number], number);
  int error = posix_spawnp(id, program, &actions, &attributes, arguments, variables);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

/// Runs a function on a new thread, which nobody waits for. Zero, or the error.
static inline int mockidp_start_thread(void *(*body)(void *), void *argument) {
  pthread_t thread;
  int error = pthread_create(&thread, 0, body, argument);
  if (error == 0) pthread_detach(thread);
  return error;
}

/// Lowers the priority of the calling thread as far as it goes.
static inline void mockidp_give_way(void) {
#ifdef __APPLE__
  pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0);
#elif defined(__linux__)
  // Linux counts niceness for each thread, and takes a thread's number for a process's.
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 19);
#endif
}

/// How many processors work; -1 when the system does not tell.
static inline long mockidp_processors(void) { return sysconf(_SC_NPROCESSORS_ONLN); }

/// The calling thread, for `mockidp_interrupt`.
static inline uintptr_t mockidp_own_thread(void) { return (uintptr_t)pthread_self(); }

/// Sends a signal to a thread of this process, which must not have ended.
static inline void mockidp_interrupt(uintptr_t thread, int signal) { pthread_kill((pthread_t)thread, signal); }

/// The environment of this process, up to a null.
static inline char **mockidp_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  extern char **environ;
  return environ;
#endif
}

/// Whether the standard input is a pipe or a socket, whose other end some process holds. A terminal, a file and /dev/null tell nothing about
/// the process that opened them.
static inline int mockidp_input_has_writer(void) {
  struct stat status;
  return fstat(0, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

/// Waits until the parent process has ended or, where `reads_input` is set, until the standard input has. What arrives there is thrown away.
static inline void mockidp_await_end_of(pid_t parent, int reads_input) {
  int process = -1;
#ifdef SYS_pidfd_open
  if (parent > 1) process = (int)syscall(SYS_pidfd_open, parent, 0);
#endif
  struct pollfd waits[2] = {{.fd = reads_input ? 0 : -1, .events = POLLIN}, {.fd = process, .events = POLLIN}};
  // An older kernel, another system, or a container that forbids the call: the parent's number changes when it has ended.
  while (getppid() == parent) {
    int count = poll(waits, 2, process < 0 ? 500 : -1);
    if (count < 0 && errno != EINTR) break;
    if (count <= 0) continue;
    if (waits[1].revents) break;
    char bytes[256];
    ssize_t got = waits[0].revents ? read(0, bytes, sizeof bytes) : 1;
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) break;
  }
  if (process >= 0) close(process);
}

// The commit that the program was built from. `scripts/build-static` writes it into this section of the linked file, so that no object
// depends on it. The section must not have the name of a function: the linker gives it symbols of its own. It is volatile because the
// compiler must not take the empty text for the truth.
#ifdef __APPLE__
#define MOCKIDP_SECTION "__DATA,mockidp_build"
#else
#define MOCKIDP_SECTION "mockidp_build"
#endif
static inline void mockidp_commit(char text[48]) {
  static const volatile char commit[48] __attribute__((used, section(MOCKIDP_SECTION))) = "";
  for (int index = 0; index < 48; index++) text[index] = commit[index];
  text[47] = 0;
}

/// How many files this process may have open.
static inline unsigned long mockidp_file_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? (unsigned long)limit.rlim_cur : 256;
}

/// Raises how many files this process may have open to what the system grants it.
static inline void mockidp_raise_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  rlim_t most = limit.rlim_max;
#ifdef __APPLE__
  // setrlimit(2) there: more than this is refused, whatever the hard limit says.
  if (most > OPEN_MAX) most = OPEN_MAX;
#endif
  if (limit.rlim_cur >= most) return;
  limit.rlim_cur = most;
  setrlimit(RLIMIT_NOFILE, &limit);
}

/// Lowers the size of core files to `bytes`, for this process and the programs that it starts.
static inline void mockidp_limit_core_file(unsigned long bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max < bytes ? limit.rlim_max : bytes;
  setrlimit(RLIMIT_CORE, &limit);
}

/// Lets threads take memory from one arena for each processor and from no more. Dispatch's threads come and go, and each new one
/// would begin an arena of its own, up to eight for each processor, which keeps what was once freed in it.
static inline void mockidp_share_arenas(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, (int)sysconf(_SC_NPROCESSORS_ONLN));
#endif
}
