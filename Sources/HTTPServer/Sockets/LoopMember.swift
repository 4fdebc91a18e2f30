import Platform

/// What an event loop watches: a socket with an owner that handles its events. The loop calls everything here on its own
/// queue.
protocol LoopMember: AnyObject {
  /// The number of the socket. It stays the same for as long as the owner is a member of the loop.
  var socket: Int32 { get }
  /// When `deadlinePassed` has to be called, in the nanoseconds of `EventLoop.now`; `.max` for never.
  var nextDeadline: UInt64 { get }
  /// Handles one event of the socket.
  func handle(_ readiness: Readiness)
  func deadlinePassed()
  /// The server stops. A member without a request in progress closes now; the others finish what they do first.
  func serverStops()
  /// Ends at once and leaves the loop. What was not sent is lost.
  func close()
}
