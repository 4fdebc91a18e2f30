import Platform
package import Time

/// The machine's clock, in steps of 100 nanoseconds. Only this type reads it.
package struct SystemClock: WallClock {
  package init() {}

  package var now: UnixTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UnixTime(ticks: Int64(time.tv_sec) * UnixTime.ticksPerSecond + Int64(time.tv_nsec) / 100)
  }
}
