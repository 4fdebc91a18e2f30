// The clock of the wall, by as many seconds as MOCKIDP_TEST_SHIFT says, for one process that has this library preloaded. Debian's libfaketime
// shifts timerfd too, also those of the monotonic clock: timers of libdispatch then fire minutes late or without end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t shift(void) {
  static time_t known;
  static int is_known;
  if (!is_known) {
    const char *text = getenv("MOCKIDP_TEST_SHIFT");
    known = text ? atol(text) : 0;
    is_known = 1;
  }
  return known;
}

static int is_wall(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, now);
  if (result == 0 && is_wall(clock)) now->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

// Its limit is a moment of the wall's clock, which the kernel reads itself.
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
  static int (*real)(sem_t *, const struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "sem_timedwait");
  struct timespec moment = *until;
  moment.tv_sec -= shift();
  return real(semaphore, &moment);
}
