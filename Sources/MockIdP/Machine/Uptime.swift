import Dispatch
import Time

/// The time since the machine started. No one can set it, unlike the clock, so idle time is counted by it.
struct Uptime: WallClock {
  var now: UnixTime { UnixTime(ticks: Int64(DispatchTime.now().uptimeNanoseconds / 100)) }
}
