// Sockets that child processes do not inherit, and that raise no signal when the peer is gone.
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

// Without the flag, the socket has an option that does the same.
#ifdef MSG_NOSIGNAL
#define MOCKIDP_QUIETLY MSG_NOSIGNAL
#else
#define MOCKIDP_QUIETLY 0
#endif

/// Gives a new socket the properties that Linux gives it in the call that makes it. Closes a socket that cannot have them.
static inline int mockidp_prepare(int socket, int nonblocking) {
  if (socket < 0) return -1;
#ifdef SO_NOSIGPIPE
  int on = 1;
  setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  int flags = fcntl(socket, F_GETFL);
  int wanted = nonblocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
  if (flags >= 0 && fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 && fcntl(socket, F_SETFL, wanted) == 0) return socket;
  int error = errno;
  close(socket);
  errno = error;
  return -1;
}

/// Takes the next connection of a listening socket, non-blocking and not inherited by child processes.
static inline int mockidp_accept(int listener, struct sockaddr_storage *peer, socklen_t *length) {
#ifdef MOCKIDP_LINUX
  // Declared here because sys/socket.h has it under _GNU_SOURCE only.
  extern int accept4(int, struct sockaddr *, socklen_t *, int);
  return accept4(listener, (struct sockaddr *)peer, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
  return mockidp_prepare(accept(listener, (struct sockaddr *)peer, length), 1);
#endif
}

/// A TCP socket that child processes do not inherit.
static inline int mockidp_socket(int family, int nonblocking) {
#ifdef MOCKIDP_LINUX
  return socket(family, SOCK_STREAM | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), IPPROTO_TCP);
#else
  return mockidp_prepare(socket(family, SOCK_STREAM, IPPROTO_TCP), nonblocking);
#endif
}

/// Asks the resolver for the addresses that a TCP connection can be made to, and waits for it. The caller frees the list.
static inline int mockidp_look_up(const char *host, const char *port, struct addrinfo **list) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  return getaddrinfo(host, port, &hints, list);
}

/// Limits each wait of a blocking socket: to send, to receive and to connect.
static inline void mockidp_limit_waits(int socket, long seconds, long microseconds) {
  struct timeval limit = {.tv_sec = seconds, .tv_usec = (int)microseconds};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

// A wait with a limit ends with EINTR when the process was stopped and goes on (signal(7)). That is not a failure of the connection: the wait
// begins anew.

/// Sends without the signal SIGPIPE when the peer is gone.
static inline ssize_t mockidp_send(int socket, const void *bytes, size_t count) {
  ssize_t sent;
  do sent = send(socket, bytes, count, MOCKIDP_QUIETLY);
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

/// Has the system notice within some five seconds that the machine at the other end is gone: by itself while nothing is on its way and,
/// with `of_unread`, by bytes that nobody has taken. The latter holds a peer that takes nothing for one that is gone.
static inline void mockidp_notice_loss(int socket, bool of_unread) {
  int on = 1, idle = 2, interval = 1, count = 3;
  setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
#ifdef TCP_KEEPIDLE
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
#else
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPALIVE, &idle, sizeof idle);
#endif
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
#ifdef TCP_USER_TIMEOUT
  unsigned milliseconds = 5000;
  if (of_unread) setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
#elif defined TCP_RXT_CONNDROPTIME
  int seconds = 5;
  if (of_unread) setsockopt(socket, IPPROTO_TCP, TCP_RXT_CONNDROPTIME, &seconds, sizeof seconds);
#else
  (void)of_unread;
#endif
}

/// The address that a number means, without asking the resolver. The caller frees the list.
static inline int mockidp_read_address(const char *host, const char *port, struct addrinfo **list) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
  return getaddrinfo(host, port, &hints, list);
}

/// Makes close() send a reset instead of an orderly end.
static inline int mockidp_reset_on_close(int socket) {
  struct linger linger = {.l_onoff = 1, .l_linger = 0};
  return setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
}

/// Whether the socket has a peer: false before it is connected, after a reset, and when both sides have ended.
static inline bool mockidp_has_peer(int socket) {
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  return getpeername(socket, (struct sockaddr *)&peer, &size) == 0;
}

/// Whether this process may listen on that port of an IPv4 address, and the port is free.
static inline int mockidp_may_listen(const char *host, unsigned short port) {
  int socket = mockidp_socket(AF_INET, 0), on = 1;
  if (socket < 0) return 0;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  int is_free = inet_pton(AF_INET, host, &address.sin_addr) == 1 &&
                bind(socket, (struct sockaddr *)&address, sizeof address) == 0 && listen(socket, 1) == 0;
  close(socket);
  return is_free;
}
