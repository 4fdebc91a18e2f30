import Dispatch
import Time

/// The time since the machine started. Unlike its clock nobody sets it, so it is what idle time is counted by.
struct Uptime: WallClock {
  var now: UnixTime { UnixTime(ticks: Int64(DispatchTime.now().uptimeNanoseconds / 100)) }
}
