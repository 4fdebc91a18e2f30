import Dispatch
import HTTPClient
import JSON
import Platform

/// A call of the control API that is answered when others have answered the server: the apps that users are written into.
///
/// Each of their answers has 30 seconds, and a cycle has any number of them, so that nobody can say how long such a call takes. But what the
/// apps answer stands in the world's journal. The call waits as long as the journal grows, and a while longer.
struct PatientCall: Sendable {
  let server: RemoteServer
  /// The time between two looks at the journal.
  var pause = Duration.seconds(30)
  /// So many looks without anything new end the call. An entry of a cycle needs a handful of answers, each of which may come late.
  var looks = 20
  /// The number of the newest exchange; nil when the server does not say.
  var newest: @Sendable (RemoteServer) -> Int64? = PatientCall.newestExchange

  init(_ server: RemoteServer) { self.server = server }

  /// - Throws: `CommandError` when nothing happens any more, `RemoteRefusal` when the server refuses.
  func post(_ path: String, _ body: JSONValue) throws -> JSONValue {
    let cutoff = Cutoff()
    let ended = DispatchSemaphore(value: 0)
    defer { ended.signal() }
    // Without a thread for it nobody looks, and the call has its day.
    _ = OwnThread.start { watch(until: ended, cutoff) }
    do { return try server.patient(until: cutoff).control("POST", path, body) } catch where cutoff.hasPassed {
      throw CommandError(
        "the journal of \(server.url) has had nothing new for \((pause * looks).spokenText), so this call ends here. What the server does "
          + "goes on: 'mockidp provision run APP status' says how the job of an app stands, and 'mockidp journal' what came last.")
    }
  }

  private func watch(until ended: DispatchSemaphore, _ cutoff: Cutoff) {
    let server = server.quiet
    var (seen, left) = (newest(server), looks)
    while left > 0 {
      guard ended.wait(timeout: .now() + .milliseconds(Int(pause / .milliseconds(1)))) == .timedOut else { return }
      let number = newest(server)
      left = number == seen ? left - 1 : looks
      seen = number
    }
    cutoff.cut()
  }

  @Sendable static func newestExchange(_ server: RemoteServer) -> Int64? {
    (try? server.control("GET", "/exchanges?limit=1"))?["last"]?.integer
  }
}
