import Bytes
import Dispatch
import HTTPClient
import JSON
import Platform

/// A call of the control API that is answered when others have answered the server: the apps that users are written into.
///
/// Each of their answers has 30 seconds, and a cycle has any number of them, so that nobody can say how long such a call takes. But what the
/// apps are asked stands in a list, and what is written into them in the journal. The call waits as long as these grow, and a while longer.
struct PatientCall: Sendable {
  let server: RemoteServer
  /// The time between two looks at them.
  var pause = Duration.seconds(30)
  /// So many looks without anything new end the call: ten minutes, twenty times as long as one answer has.
  var looks = 20
  /// What there is to see; another value means that the server gets on.
  var sight: @Sendable (RemoteServer) -> [JSONValue?] = PatientCall.newest

  init(_ server: RemoteServer) { self.server = server }

  /// - Throws: `CommandError` when nothing happens any more, `RemoteRefusal` when the server refuses.
  func post(_ path: String, _ body: JSONValue) throws -> JSONValue {
    let cutoff = Cutoff()
    let ended = DispatchSemaphore(value: 0)
    defer { ended.signal() }
    // Without a thread for it nobody looks, and the call has its day.
    _ = OwnThread.start { watch(until: ended, cutoff) }
    do {
      return try server.patient(until: cutoff).control("POST", path, body)
    } catch {
      guard cutoff.hasPassed else { throw error }
      throw CommandError(
        "\(server.url) has asked and written nothing for \((pause * looks).spokenText), so this call ends here. What the server does "
          + "goes on: 'mockidp provision run APP status' says how the job of an app stands, and 'mockidp journal' what came last."
      )
    }
  }

  private func watch(until ended: DispatchSemaphore, _ cutoff: Cutoff) {
    let server = server.quiet
    var (seen, left) = (sight(server), looks)
    while left > 0 {
      guard ended.wait(timeout: .now() + .milliseconds(Int(pause / .milliseconds(1)))) == .timedOut else { return }
      let now = sight(server)
      left = now == seen ? left - 1 : looks
      seen = now
    }
    cutoff.cut()
  }

  /// The newest exchange, and the newest request to each app that users are written into. Nil for what the server does not say.
  @Sendable static func newest(_ server: RemoteServer) -> [JSONValue?] {
    let apps = (try? server.control("GET", "/apps"))?["apps"]?.array ?? []
    let provisioned = apps.filter { $0["provisioning"] != nil }.compactMap { $0["alias"]?.string }
    let lists = ["/exchanges"] + provisioned.map { "/apps/\(Percent.encodeForm($0))/provisioning/requests" }
    return lists.map { try? server.control("GET", "\($0)?limit=1") }
  }
}
