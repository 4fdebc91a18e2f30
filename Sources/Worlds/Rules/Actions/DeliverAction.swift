package import Directory
import HTTPWire

/// Lets the connection fail while it carries the answer. The server's work stays done: a code is spent, a token is
/// issued. The client does not learn of it.
package enum DeliverAction: AnswerAction {
  /// Sends the head, whose `Content-Length` names the full length, and this many bytes of the body. Then it ends the
  /// connection.
  case cutBody(afterBytes: Int)
  /// Sends the head at once and the body at this rate.
  case slowBody(bytesPerSecond: Int)
  /// Sends a TCP reset and no byte of the answer.
  case resetConnection
  /// Sends nothing. The connection stays open until its idle time is over.
  case noAnswer

  /// How many steps a second a slow body is sent in. A slower body has one byte in each step.
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
