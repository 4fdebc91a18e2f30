import Platform

/// What work costs, whatever else the machine does.
enum ProcessorTime {
  /// Seconds of this thread; other tests run beside.
  static var ofThread: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
