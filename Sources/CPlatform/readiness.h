/// What a socket is ready for.
struct __attribute__((swift_name("Readiness"))) mockidp_readiness {
  int socket;
  bool can_read __attribute__((swift_name("canRead")));
  bool can_write __attribute__((swift_name("canWrite")));
  /// The connection was reset, or has ended on both sides.
  bool is_broken __attribute__((swift_name("isBroken")));
};

#ifdef MOCKIDP_LINUX
#include <sys/epoll.h>

static inline int mockidp_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Watches a socket for the first time or, when `again` is set, for other things than before.
static inline int mockidp_epoll_watch(int epoll, int socket, bool again, bool read, bool write) {
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
#endif
