import Control
import JSON
import MockIdP
import Policy
import Worlds

/// One exchange as a line of the log in JSON: the members of the control API's exchange, and what only the server knows of it.
enum ExchangeLine {
  static func members(_ watched: WatchedExchange) -> JSONObject {
    let exchange = watched.exchange
    var members: JSONObject = ["world": .string(watched.world.name)]
    if let took = watched.took {
      members["duration"] = .double(Double(took.components.attoseconds) / 1e18 + Double(took.components.seconds))
    }
    // The names by which collectors bring a line and its span together.
    if exchange.trace != nil || watched.isTraced {
      members["trace_id"] = .string(exchange.spanTraceID)
      members["span_id"] = .string(exchange.spanID)
    }
    if case .object(let shown) = ExchangeJSON.value(exchange) { members.merge(shown.members) }
    return members
  }

  /// `POST /contoso.onmicrosoft.com/oauth2/v2.0/token 400 AADSTS50126`
  static func message(_ exchange: Exchange) -> String {
    let words = [
      exchange.method, exchange.path, "\(exchange.status)", exchange.refusal?.label ?? exchange.resourceError,
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }

  /// A refusal is what tests are made for, so it is not an error of the server.
  static func level(_ exchange: Exchange) -> LogLines.Level {
    if exchange.failure != nil { return .error }
    if exchange.refusal != nil || exchange.resourceError != nil { return .warn }
    return exchange.status >= 500 ? .error : .info
  }
}
