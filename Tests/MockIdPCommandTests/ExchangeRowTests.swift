import Bytes
import Expectations
import JSON
import Testing
import Time
import Worlds

@testable import MockIdPCommand

/// What lists of exchanges show of the requests that the proxy got for other hosts.
struct ExchangeRowTests {
  private static func refused(_ number: Int64, _ host: String, path: String = "", status: Int64 = 403) -> ExchangeRow {
    ExchangeRow([
      "number": .integer(number), "startedAt": "2026-01-05T09:00:00.0000000Z", "status": .integer(status),
      "method": path.isEmpty ? "CONNECT" : "GET", "host": .string(host), "path": .string(path), "endpoint": "proxy",
    ])
  }

  @Test func aRefusedConnectShowsItsHost() {
    let rows = [
      Self.refused(1, "api.test:443"), Self.refused(2, "api.test", path: "/b"),
      Self.refused(3, "let.test:443", status: 200),
    ]
    expectEqual(
      ExchangeRow.table(ExchangeRow.folded(rows), .plain),
      [
        "#1  09:00:00  403  CONNECT api.test:443    the proxy does not let it out",
        "#2  09:00:00  403  GET api.test/b          the proxy does not let it out",
        "#3  09:00:00  200  CONNECT let.test:443    passed on",
      ])
    expectEqual(rows.map(\.isRefused), [true, true, false])
  }

  @Test func anExchangeOfTheServerItselfIsTheSame() {
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: UnixTime(seconds: 0), method: "CONNECT", host: "api.test:443",
      path: "")
    exchange.endpoint = .proxy
    exchange.status = 403
    expectEqual(ExchangeRow(exchange).request, "CONNECT api.test:443")
    #expect(ExchangeRow(exchange).isRefused)
    exchange.endpoint = .token
    expectEqual(ExchangeRow(exchange).request, "CONNECT")
    #expect(!ExchangeRow(exchange).isRefused)
  }

  private static let chatter = [
    refused(1, "accounts.google.com:443"), refused(2, "api.test:443"), refused(3, "update.googleapis.com:443"),
    refused(4, "accounts.google.com:443"), refused(5, "api.test:443"),
    refused(6, "firefox.settings.services.mozilla.com"),
  ]

  @Test func whatABrowserAsksByItselfIsOneLine() {
    expectEqual(
      ExchangeRow.table(ExchangeRow.folded(Self.chatter), .plain),
      [
        "#1  09:00:00  403  CONNECT accounts.google.com:443 and 2 others    4 times, by a browser itself",
        "#2  09:00:00  403  CONNECT api.test:443                            the proxy does not let it out",
        "#5  09:00:00  403  CONNECT api.test:443                            the proxy does not let it out",
      ])
    expectEqual(
      ExchangeRow.folded([Self.chatter[0], Self.chatter[3]]).map(\.request), ["CONNECT accounts.google.com:443"])
    expectEqual(ExchangeRow.folded([Self.chatter[0]]).map(\.outcome), ["by a browser itself"])
  }

  @Test func onALiveListOnlyTheFirstIsShown() {
    var live = LiveRows()
    let shown = Self.chatter.compactMap { live.next($0) }
    expectEqual(shown.map(\.number), ["#1", "#2", "#5"])
    expectEqual(shown.first?.outcome, "by a browser itself; more of these are left out")
  }

  @Test(arguments: [
    ("accounts.google.com:443", true), ("Accounts.Google.com", true), ("x.accounts.google.com", false),
    ("aus5.mozilla.org:443", true), ("evilmozilla.org", false), ("api.contoso.com", false),
  ])
  func browsersAskTheseByThemselves(_ host: String, _ isOne: Bool) { expectEqual(BrowserChatter.has(host), isOne) }

  @Test func explainNamesTheHost() {
    let text = ExchangeReport(exchange: [
      "number": 7, "method": "CONNECT", "host": "api.test:443", "path": "", "status": 403, "endpoint": "proxy",
    ]).text(.plain)
    #expect(text.hasPrefix("#7  CONNECT api.test:443  403\n"))
  }
}
