#pragma once
// System calls and constants that the Glibc module leaves out. No _GNU_SOURCE here: with it, glibc's structures would
// differ from the ones Swift's own Glibc module was built with.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Takes the next connection of a listening socket, non-blocking and not inherited by child processes.
static inline int mockidp_accept(int listener, struct sockaddr_storage *peer, socklen_t *length) {
  // Declared here because sys/socket.h has it under _GNU_SOURCE only.
  extern int accept4(int, struct sockaddr *, socklen_t *, int);
  return accept4(listener, (struct sockaddr *)peer, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// A TCP socket that child processes do not inherit.
static inline int mockidp_socket(int family, int nonblocking) {
  return socket(family, SOCK_STREAM | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), IPPROTO_TCP);
}

// A wait with a limit ends with EINTR when the process was stopped and goes on (signal(7)), which is nobody's failure: it
// begins anew.

/// Sends without the signal SIGPIPE when the peer is gone.
static inline ssize_t mockidp_send(int socket, const void *bytes, size_t count) {
  ssize_t sent;
  do sent = send(socket, bytes, count, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent;
}

/// Takes what has arrived; zero at the end of the connection.
static inline ssize_t mockidp_receive(int socket, void *bytes, size_t count) {
  ssize_t received;
  do received = recv(socket, bytes, count, 0);
  while (received < 0 && errno == EINTR);
  return received;
}

/// Connects a blocking socket, for which its SO_SNDTIMEO is the limit.
static inline int mockidp_connect(int socket, const struct sockaddr *address, socklen_t length) {
  if (connect(socket, address, length) == 0) return 0;
  if (errno != EINTR) return -1;
  // It goes on by itself, and a second call would only say so.
  struct timeval limit;
  socklen_t size = sizeof limit;
  getsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, &size);
  struct pollfd wait = {.fd = socket, .events = POLLOUT};
  int count;
  do count = poll(&wait, 1, (int)(limit.tv_sec * 1000 + limit.tv_usec / 1000));
  while (count < 0 && errno == EINTR);
  int error = ETIMEDOUT;
  size = sizeof error;
  if (count > 0) getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
  errno = error;
  return error == 0 ? 0 : -1;
}

/// The next byte without taking it; -1 for none yet or an error, -2 at the end.
static inline int mockidp_peek(int socket) {
  unsigned char byte;
  ssize_t count = recv(socket, &byte, 1, MSG_PEEK);
  return count == 1 ? byte : count == 0 ? -2 : -1;
}

/// Makes close() send a reset instead of an orderly end.
static inline int mockidp_reset_on_close(int socket) {
  struct linger linger = {.l_onoff = 1, .l_linger = 0};
  return setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
}

/// Whether the standard input is a pipe or a socket, whose other end some process holds. A terminal, a file and /dev/null tell nothing about
/// the process that opened them.
static inline int mockidp_input_has_writer(void) {
  struct stat status;
  return fstat(0, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

/// Waits until the parent process has ended or, where `reads_input` is set, until the standard input has. What arrives there is thrown away.
static inline void mockidp_await_end_of(pid_t parent, int reads_input) {
#ifdef SYS_pidfd_open
  int process = parent > 1 ? (int)syscall(SYS_pidfd_open, parent, 0) : -1;
#else
  int process = -1;
#endif
  struct pollfd waits[2] = {{.fd = reads_input ? 0 : -1, .events = POLLIN}, {.fd = process, .events = POLLIN}};
  // An older kernel, or a container that forbids the call: the parent's number changes when it has ended.
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
// depends on it. The section must not have the name of a function: the linker gives it symbols of its own. It is volatile because the compiler must not take the empty text for the truth.
static inline void mockidp_commit(char text[48]) {
  static const volatile char commit[48] __attribute__((used, section("mockidp_build"))) = "";
  for (int index = 0; index < 48; index++) text[index] = commit[index];
  text[47] = 0;
}

/// How many files this process may have open.
static inline unsigned long mockidp_file_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 256;
}

/// Raises how many files this process may have open to what the system grants it.
static inline void mockidp_raise_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

/// Lets threads take memory from one arena for each processor and from no more. Dispatch's threads come and go, and each new one
/// would begin an arena of its own, up to eight for each processor, which keeps what was once freed in it.
static inline void mockidp_share_arenas(void) { mallopt(M_ARENA_MAX, (int)sysconf(_SC_NPROCESSORS_ONLN)); }

// Swift's crash report, where SWIFT_BACKTRACE switches it on, is a handler of these signals. It writes the report, sets the default
// action again and returns: a fault then happens again and ends the process. A signal that some process sent does not come again by
// itself, so the server would go on as if nothing had been.

static inline struct sigaction *mockidp_crash_reporter(int number) {
  static struct sigaction reporters[NSIG];
  return &reporters[number];
}

static inline void mockidp_report_crash(int number, siginfo_t *information, void *context) {
  const struct sigaction *reporter = mockidp_crash_reporter(number);
  if (reporter->sa_flags & SA_SIGINFO) reporter->sa_sigaction(number, information, context);
  else reporter->sa_handler(number);
  // The codes of signals that processes send are zero or less (sigaction(2)). The signal waits until this handler returns.
  if (information->si_code <= 0) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

/// Lets signals that a process sends end this process after Swift's crash report, as they do without the report. Called once,
/// before there are threads.
static inline void mockidp_end_after_crash_report(void) {
  const int numbers[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  for (unsigned long index = 0; index < sizeof(numbers) / sizeof(*numbers); index++) {
    struct sigaction action;
    if (sigaction(numbers[index], 0, &action) != 0) continue;
    if (!(action.sa_flags & SA_SIGINFO) && (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)) continue;
    *mockidp_crash_reporter(numbers[index]) = action;
    action.sa_flags |= SA_SIGINFO;
    action.sa_sigaction = mockidp_report_crash;
    sigaction(numbers[index], &action, 0);
  }
}

#include <sys/epoll.h>

/// What a socket is ready for.
struct mockidp_readiness {
  int socket;
  int can_read;
  int can_write;
  int is_broken;
};

static inline int mockidp_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Watches a socket for the first time or, when `again` is set, for other things than before.
static inline int mockidp_epoll_watch(int epoll, int socket, int again, int read, int write) {
  struct epoll_event event = {.events = (read ? EPOLLIN : 0) | (write ? EPOLLOUT : 0), .data.fd = socket};
  return epoll_ctl(epoll, again ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
}

static inline int mockidp_epoll_forget(int epoll, int socket) { return epoll_ctl(epoll, EPOLL_CTL_DEL, socket, 0); }

/// Up to 64 sockets that are ready now; does not wait.
static inline int mockidp_epoll_poll(int epoll, struct mockidp_readiness ready[64]) {
  struct epoll_event events[64];
  int count = epoll_wait(epoll, events, 64, 0);
  for (int index = 0; index < count; index++) {
    unsigned flags = events[index].events;
    ready[index] = (struct mockidp_readiness){
      events[index].data.fd, (flags & EPOLLIN) != 0, (flags & EPOLLOUT) != 0, (flags & (EPOLLERR | EPOLLHUP)) != 0};
  }
  return count;
}

/// Waits for a signal of the set, and no longer than that. In C, since Swift finds `timespec` in several modules.
static inline int mockidp_signal_wait(const sigset_t *set, siginfo_t *information, long seconds, long nanoseconds) {
  struct timespec time = {.tv_sec = seconds, .tv_nsec = nanoseconds};
  return sigtimedwait(set, information, &time);
}

#include <net/if.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mount.h>

static inline int mockidp_write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC), length = 0, written;
  if (file < 0) return errno;
  while (text[length]) length++;
  written = (int)write(file, text, (size_t)length);
  int error = written == length ? 0 : errno;
  close(file);
  return error;
}

/// Gives this process a view of the mounts of its own and, when `network` is set, a network of its own with nothing but
/// the loopback interface. With `user` set it needs no administrator: the process gets a user namespace in which its user
/// is itself (user_namespaces(7)). Only for a process with one thread. Zero, or the error.
static inline int mockidp_enter_namespaces(int user, int network) {
  // Declared here because sched.h has it under _GNU_SOURCE only: CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET.
  extern int unshare(int);
  uid_t uid = geteuid();
  gid_t gid = getegid();
  if (unshare(0x00020000 | (user ? 0x10000000 : 0) | (network ? 0x40000000 : 0)) != 0) return errno;
  if (user) {
    char map[64];
    int error = mockidp_write_file("/proc/self/setgroups", "deny");
    if (error) return error;
    snprintf(map, sizeof map, "%u %u 1", uid, uid);
    if ((error = mockidp_write_file("/proc/self/uid_map", map))) return error;
    snprintf(map, sizeof map, "%u %u 1", gid, gid);
    if ((error = mockidp_write_file("/proc/self/gid_map", map))) return error;
  }
  // What is mounted from now on is seen by this process and its children only.
  return mount("none", "/", 0, MS_REC | MS_PRIVATE, 0) == 0 ? 0 : errno;
}

/// Shows `file` in the place of `target`. Zero, or the error.
static inline int mockidp_mount_over(const char *file, const char *target) {
  return mount(file, target, 0, MS_BIND, 0) == 0 ? 0 : errno;
}

/// Switches the loopback interface on. Zero, or the error.
static inline int mockidp_raise_loopback(void) {
  int socket = mockidp_socket(AF_INET, 0);
  if (socket < 0) return errno;
  struct ifreq request = {.ifr_name = "lo"};
  int error = ioctl(socket, SIOCGIFFLAGS, &request) == 0 ? 0 : errno;
  request.ifr_flags |= IFF_UP;
  if (!error && ioctl(socket, SIOCSIFFLAGS, &request) != 0) error = errno;
  close(socket);
  return error;
}

/// Whether this process may listen on that port of an IPv4 address, and the port is free.
static inline int mockidp_may_listen(const char *host, unsigned short port) {
  int socket = mockidp_socket(AF_INET, 0), on = 1;
  if (socket < 0) return 0;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  int is_free = inet_pton(AF_INET, host, &address.sin_addr) == 1 && bind(socket, (struct sockaddr *)&address, sizeof address) == 0 && listen(socket, 1) == 0;
  close(socket);
  return is_free;
}
