import Policy
import Scenarios
import Time

/// One exchange in one line: when, what, who and how it ended.
struct ExchangeLine: Sendable {
  let text: String

  init(_ exchange: Exchange) {
    let time = exchange.startedAt.iso8601.dropFirst(11).dropLast()
    let parties = [exchange.client?.alias, exchange.user?.alias].compactMap(\.self)
    let what = [exchange.grant, exchange.prompt.map { "prompt=\($0)" }, exchange.page].compactMap(\.self)
    let end = exchange.refusal.map { "\($0.kind.label) \($0.kind.name)" } ?? exchange.resourceError
    let parts = [parties, what, [end].compactMap(\.self)].map { $0.joined(separator: " ") }.filter { !$0.isEmpty }
    text = (["\(time) \(exchange.status) \(exchange.method) \(exchange.path)"] + parts).joined(separator: "  ")
  }
}
