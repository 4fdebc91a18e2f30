import Control
import Directory
import JOSE

/// One thing that must hold for a server to be ready, as a row. `GET /_mockidp/v1/ready` answers 200 when all hold, else 503 with the
/// sentences of those that do not. Whoever asks needs no token, so a sentence tells nothing of this machine.
struct ServerCondition: Sendable {
  let name: String
  /// What holds when there is no fault, in one sentence for the documentation.
  let meaning: String
  /// Whether it is a condition of that server at all.
  var concerns: @Sendable (ServerParts) -> Bool = { _ in true }
  /// Why it does not hold: one sentence without a full stop. Nil when it does. It must not wait for anything but the store.
  let fault: @Sendable (ServerParts) -> String?

  /// All of them. A feature on which answers depend adds its row here.
  static let all: [ServerCondition] = own + cluster

  private static let own: [ServerCondition] = [
    ServerCondition(name: "keys", meaning: "The first signing key is made.") {
      $0.keys.canSign ? nil : "the first signing key is still being made"
    },
    ServerCondition(name: "store", meaning: "The disk of the store has not failed, or works again.") {
      $0.database.trouble == nil ? nil : "the store cannot be written"
    },
    ServerCondition(name: "running", meaning: "The server has not begun to stop.") {
      $0.stopping.hasBegun ? "the server is stopping" : nil
    },
  ]

  static func states(of parts: ServerParts) -> [ReadinessState] {
    all.filter { $0.concerns(parts) }.map { ReadinessState(name: $0.name, fault: $0.fault(parts)) }
  }
}
