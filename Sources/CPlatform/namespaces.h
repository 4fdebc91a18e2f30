// Namespaces, which only Linux has. Elsewhere these functions say so by their error.
#ifdef __linux__
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/mount.h>

static inline int mockidp_write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC), length = (int)strlen(text), written;
  if (file < 0) return errno;
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
#else
static inline int mockidp_enter_namespaces(int user, int network) { return (void)user, (void)network, ENOTSUP; }
static inline int mockidp_mount_over(const char *file, const char *target) { return (void)file, (void)target, ENOTSUP; }
static inline int mockidp_raise_loopback(void) { return ENOTSUP; }
#endif
