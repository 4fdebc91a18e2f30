import Directory
import Expectations
import Foundation
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("Scenario library") struct ScenarioLibraryTests {
  private struct Unread: Error {}

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  @Test("is what the directory holds; each file has an entry in Sources/CFiles/scenarios.c") func isUpToDate() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.root.appending(path: "scenarios"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "yaml" }
    expectEqual(files.map { $0.deletingPathExtension().lastPathComponent }.sorted(), ScenarioLibrary.names)
    for file in files {
      let name = file.deletingPathExtension().lastPathComponent
      try expectEqual(
        Array(Data(contentsOf: file)), ScenarioLibrary.text(named: name).map { Array($0.utf8) }, "\(name)")
    }
  }

  @Test("has the themes of the library's page, in its order") func themes() throws {
    let page = try String(contentsOf: Self.root.appending(path: "docs/library.md"), encoding: .utf8)
    let sections = page.components(separatedBy: "\n## ").dropFirst().map { section in
      let lines = section.split(separator: "\n")
      let names = lines.filter { $0.hasPrefix("| [`") }.compactMap { $0.split(separator: "`").dropFirst().first }
      return (title: String(lines.first ?? ""), names: names.map(String.init))
    }.filter { !$0.names.isEmpty }
    expectEqual(sections.map(\.title), ScenarioLibrary.themes.map(\.title))
    expectEqual(sections.map(\.names), ScenarioLibrary.themes.map(\.names))
  }

  @Test("loads each by its name, with words for people", arguments: ScenarioLibrary.names)
  func loads(_ name: String) throws {
    let scenario = try ScenarioLibrary.load(name) { _ in throw Unread() }
    expectEqual(scenario.name, name)
    #expect(!scenario.summary.isEmpty)
    #expect(!scenario.summary.contains("\n"))
    #expect(!scenario.documentation.isEmpty)
    // What every test begins with expects nothing.
    #expect(scenario.expectations.isEmpty == (name == "happy-path"))
  }

  /// Tokens of apps with the capability cp1 live a day: without a lifetime of their own they would not be renewed.
  @Test("reaches apps with the capability cp1 too", arguments: ScenarioLibrary.names)
  func reachesContinuousAccess(_ name: String) throws {
    let lifetimes = try ScenarioLibrary.load(name) { _ in throw Unread() }.settings.lifetimes
    guard lifetimes.accessToken != WorldSettings().lifetimes.accessToken else { return }
    expectEqual(lifetimes.continuousAccessToken, lifetimes.accessToken)
  }

  /// Each of these would do nothing to an app of another name.
  @Test(
    "refuses the app in use, whichever it is",
    arguments: [
      "throttled", "outage", "flaky", "html-error", "no-answer", "answer-cut", "connection-reset",
      "client-secret-expired",
    ])
  func refusesTheAppInUse(_ name: String) throws {
    let scenario = try ScenarioLibrary.load(name) { _ in throw Unread() }
    for rule in scenario.rules { #expect(rule.pattern.client == nil && rule.pattern.grant == nil) }
    for grant in ["refresh_token", "client_credentials", "password", "urn:ietf:params:oauth:grant-type:jwt-bearer"] {
      var exchange = Exchange.sample()
      exchange.grant = grant
      exchange.note(.tokenIssued)
      #expect(
        scenario.rules.contains { rule in
          rule.pattern.matches(exchange, event: rule.pattern.event)
        }, "\(grant)")
    }
  }

  @Test("reads a file where a path is given", arguments: ["./x.yaml", "x.yaml", "x.yml", "dir/x", "x.json"])
  func paths(_ path: String) throws {
    let scenario = try ScenarioLibrary.load(path) { asked in
      expectEqual(asked, path)
      return Array("scenario: mine".utf8)
    }
    expectEqual(scenario.name, "mine")
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioLibrary.load(path) { _ in Array("scenaro: mine".utf8) }
    }
    expectEqual(error?.description, "\(path):1:1: unknown key 'scenaro'; did you mean 'scenario'?")
    #expect(throws: Unread.self) { try ScenarioLibrary.load(path) { _ in throw Unread() } }
  }

  @Test("names the nearest, and where all are, when there is none of a name") func unknownName() {
    let error = #expect(throws: ScenarioLibrary.UnknownName.self) {
      try ScenarioLibrary.load("expired-refrsh") { _ in throw Unread() }
    }
    expectEqual(
      error?.description,
      """
      there is no scenario 'expired-refrsh'; did you mean 'expired-refresh'? 'mockidp scenario list' names all. A file \
      is given by its path, such as ./expired-refrsh.yaml
      """)
  }

  @Test("kills the first refresh token and no other") func expiredRefresh() throws {
    let test = try TestWorld(try #require(ScenarioLibrary.text(named: "expired-refresh")).droppingName)
    var exchange = try test.exchange(user: "alice", client: "mobile")
    exchange.grant = "authorization_code"
    exchange.note(.tokenIssued)
    for handle in ["first", "second"] {
      try test.giveRefreshToken(handle, user: "alice", client: "mobile")
      try test.world.concludeRules(&exchange)
    }
    try expectEqual(test.age(ofRefreshToken: "first"), .days(91))
    try expectEqual(test.age(ofRefreshToken: "second"), .zero)
    expectEqual(exchange.rules, ["#1"])
    expectEqual(
      exchange.reasons,
      [
        "rule #1: expire refreshTokens", "rule #1: expire sessions", "rule #1: that changed nothing",
      ])
  }

  @Test("ends what came before and not what comes after", arguments: ["password-changed", "session-revoked"])
  func endsTheFirstSignIn(_ name: String) throws {
    let test = try TestWorld(try #require(ScenarioLibrary.text(named: name)).droppingName)
    var exchange = try test.exchange(user: "alice", client: "mobile")
    exchange.grant = "authorization_code"
    exchange.note(.tokenIssued)
    let first = test.world.now
    test.base.advance(by: .seconds(1))
    try test.world.concludeRules(&exchange)
    test.base.advance(by: .seconds(1))
    try test.world.concludeRules(&exchange)
    let alice = try test.user("alice")
    let validFrom = max(alice.tokensValidFrom, alice.passwordChangedAt)
    #expect(first < validFrom)
    #expect(validFrom < test.world.now)
    expectEqual(alice.tokensValidFrom > first, name == "session-revoked")
  }
}

extension String {
  /// A scenario's text from its second line on.
  fileprivate var droppingName: String { String(drop { $0 != "\n" }) }
}
