package import Directory
import HTTPWire

/// Lets the connection fail while it carries the answer. After an event the server's work stays done; the client does not learn of it.
package enum DeliverAction: AnswerAction {
  /// Sends the head with the full length and so many bytes of the body, then ends the connection.
  case cutBody(afterBytes: Int)
  /// Lets the body drip.
  case slowBody(bytesPerSecond: Int)
  /// Sends a TCP reset in the place of the answer.
  case resetConnection
  /// Sends nothing; the connection stays open until its idle time is over.
  case noAnswer

  /// The steps that a slow body is sent in each second, as long as each of them has a byte to carry.
  private static let rate = 10

  package var summary: String {
    switch self {
    case .cutBody(let bytes): "cut the body after \(bytes) bytes"
    case .slowBody(let bytes): "slow the body down to \(bytes) bytes a second"
    case .resetConnection: "reset the connection"
    case .noAnswer: "send no answer"
    }
  }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.manner =
      switch self {
      case .cutBody(let bytes): .cut(afterBodyBytes: bytes)
      case .slowBody(let bytesPerSecond): Self.slow(bytesPerSecond)
      case .resetConnection: .reset
      case .noAnswer: .silent
      }
  }

  private static func slow(_ bytesPerSecond: Int) -> Delivery.Manner {
    let step = max(1, bytesPerSecond / rate)
    return .slow(bytes: step, every: .seconds(step) / max(1, bytesPerSecond))
  }
}
