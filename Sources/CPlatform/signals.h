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
  // The codes of signals that processes send: zero or less on Linux (sigaction(2)). The signal waits until this handler returns.
  if (information->si_code <= 0 || information->si_code == SI_USER || information->si_code == SI_QUEUE) {
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

/// Waits for a signal of the set, which every thread must have blocked, and returns its number. `is_from_terminal` tells whether the
/// terminal sent it, to this process and to its children alike.
static inline int mockidp_await_signal(const sigset_t *set, bool *is_from_terminal) {
#ifdef MOCKIDP_LINUX
  siginfo_t information;
  int number;
  do number = sigwaitinfo(set, &information);
  while (number <= 0);
  *is_from_terminal = information.si_code == SI_KERNEL;
#else
  int number = 0;
  while (sigwait(set, &number) != 0) continue;
  // This wait does not tell the sender. A terminal sends these two, and to the group in its foreground.
  *is_from_terminal = (number == SIGINT || number == SIGQUIT) && tcgetpgrp(STDIN_FILENO) == getpgrp();
#endif
  return number;
}
