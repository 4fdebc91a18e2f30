import Bytes
import Expectations
import Foundation
import Graph
import HTTPWire
import JSON
import Mail
import Testing
import Time
import Worlds

/// Each row of what the mail service refuses, by the state that leads to it.
struct MailRefusalTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: MailRefusal.Name
    var file = ""
    var method = "POST"
    var path = "/me/sendMail"
    var body: String? = MailTests.hello
    var type = "application/json"
    /// Delegated permissions of alice; nil: an app's own token.
    var scopes: String? = "Mail.Send Mail.ReadWrite"
    /// What stands in the place of `{x}`.
    var thing = ""
    var testDescription: String { "\(name) \(method) \(path) \(file)" }
  }

  private static func message(_ members: String) -> String {
    #"{"message":{"toRecipients":[{"emailAddress":{"address":"kim@example.com"}}],\#(members)}}"#
  }

  private static let bob = "/users/bob@contoso.onmicrosoft.com/sendMail"

  static let rows: [Row] = [
    Row(name: .accessDenied, scopes: "User.Read"),
    Row(name: .accessDenied, path: bob),
    Row(name: .accessDenied, path: bob, scopes: "Mail.Send.Shared"),
    Row(name: .accessDenied, path: bob, scopes: nil),
    Row(name: .invalidUser, path: "/users/nobody@contoso.com/sendMail", scopes: nil, thing: "nobody@contoso.com"),
    Row(name: .blocked, file: "world: { apps: { daemon: { mailboxes: [alice] } } }", path: bob, scopes: nil),
    Row(name: .noMailbox, file: "world: { users: { alice: { mailbox: none } } }"),
    Row(name: .noMailbox, file: "world: { users: { alice: { mailbox: onPremises } } }"),
    Row(name: .undiscovered, file: "world: { users: { alice: { mailbox: undiscovered } } }"),
    Row(name: .tooLarge, body: String(repeating: " ", count: (4 << 20) + 1)),
    Row(name: .foreignType, type: "text/html", thing: "text/html"),
    Row(name: .noBody, body: ""),
    Row(name: .notJSON, body: "{"),
    Row(name: .noMessage, body: "{}"),
    Row(name: .unknownMember, body: message(#""colour":"red""#), thing: "colour"),
    Row(name: .wrongShape, body: message(#""body":"text""#), thing: "body"),
    Row(name: .untypedAttachment, body: message(#""attachments":[{"name":"a"}]"#), thing: "@odata.type"),
    Row(name: .notBase64, body: "no base64!", type: "text/plain"),
    Row(name: .notMIME, body: "aGVsbG8=", type: "text/plain"),
    Row(name: .headerName, body: message(#""internetMessageHeaders":[{"name":"Reply","value":"1"}]"#), thing: "Reply"),
    Row(name: .headerCount, body: message(#""internetMessageHeaders":[]"#)),
    Row(name: .messageSize, file: "mail: { sizeLimit: 10 }"),
    Row(
      name: .sendAsDenied, body: message(#""from":{"emailAddress":{"address":"bob@contoso.onmicrosoft.com"}}"#),
      scopes: "Mail.Send Mail.Send.Shared"),
    Row(name: .noRecipients, body: #"{"message":{"subject":"x"}}"#),
    Row(name: .unresolved, body: #"{"message":{"toRecipients":[{"emailAddress":{"address":"kim"}}]}}"#, thing: "kim"),
    Row(
      name: .unresolved, file: "mail: { strictRecipients: true }",
      body: #"{"message":{"toRecipients":[{"emailAddress":{"address":"x@contoso.onmicrosoft.com"}}]}}"#,
      thing: "x@contoso.onmicrosoft.com"),
    Row(
      name: .tooMany,
      body: #"{"message":{"toRecipients":["#
        + (0..<501).map { #"{"emailAddress":{"address":"a\#($0)@example.com"}}"# }.joined(separator: ",") + "]}}"),
    Row(name: .malformedID, method: "GET", path: "/me/messages/garbage", body: nil),
    Row(name: .notFound, method: "GET", path: "/me/messages/\(absent)", body: nil),
    Row(
      name: .inefficient, method: "GET", path: "/me/messages?$filter=subject%20eq%20'x'&$orderby=receivedDateTime",
      body: nil),
    Row(name: .notSupported, method: "GET", body: nil),
  ]

  private static let absent = MailID.message(.zero, in: .zero)

  @Test(arguments: rows) func theRowIsAnswered(_ row: Row) throws {
    let bench = try MailTests.bench(row.file)
    let isApp = row.scopes == nil
    let isDenied = row.name == .accessDenied
    let token = try isApp ? bench.app(isDenied ? "User.Read.All" : "Mail.Send") : bench.token(row.scopes ?? "")
    let answer = try MailTests.call(
      bench, row.method, row.path, row.body, as: token,
      fields: row.body == nil ? [:] : ["Content-Type": row.type])
    let wanted = MailRefusal(row.name).about(row.thing)
    expectEqual(answer.status, wanted.status, "\(answer.response.text)")
    expectEqual(answer.body["error"]?["code"]?.string, wanted.code)
    expectEqual(answer.body["error"]?["message"]?.string, wanted.message)
    expectEqual(answer.exchange.events.contains(.mailRefused), row.method == "POST")
    expectEqual(bench.world.mail.all.count, 0)
    if !isDenied { #expect(answer.exchange.reasons.contains { $0.contains(wanted.remedy) }) }
  }

  /// Folders and what is attached are closed types: the front refuses a name that they do not have (observed 2026-05). A message is open by
  /// the service's own metadata, and takes every name.
  @Test(arguments: [
    ("/me/mailFolders", "mailFolder"), ("/me/mailFolders/inbox", "mailFolder"),
    ("/me/messages/{message}/attachments", "attachment"),
  ])
  func anUnknownNameInASelectionIsRefused(_ path: String, _ type: String) throws {
    let bench = try MailTests.bench()
    let token = try bench.token("Mail.ReadWrite")
    let id = try MailTests.call(bench, "POST", "/me/messages", "{}", as: token).body["id"]?.string ?? ""
    let path = path.replacingOccurrence(of: "{message}", with: id)
    let answer = try MailTests.call(bench, "GET", path + "?$select=id,colour", as: token)
    expectEqual(answer.status, 400, "\(answer.response.text)")
    expectEqual(answer.body["error"]?["code"], "BadRequest")
    expectEqual(
      answer.body["error"]?["message"]?.string,
      "Parsing OData Select and Expand failed: Could not find a property named 'colour' on type 'microsoft.graph.\(type)'."
    )
    expectEqual(try MailTests.call(bench, "GET", path + "?$select=id", as: token).status, 200)
  }

  @Test(arguments: [
    #"{"comment":"x","message":{"body":{"contentType":"text","content":"y"}}}"#,
    #"{"toRecipients":[],"message":{"toRecipients":[]}}"#,
  ])
  func anAnswerThatSaysOneThingTwiceIsRefused(_ body: String) throws {
    let bench = try MailTests.bench()
    let token = try bench.token("Mail.Send Mail.ReadWrite")
    let id = try MailTests.call(bench, "POST", "/me/messages", "{}", as: token).body["id"]?.string ?? ""
    let answer = try MailTests.call(bench, "POST", "/me/messages/\(id)/forward", body, as: token)
    expectEqual(answer.body["error"]?["message"]?.string, MailRefusal(.bothBodies).message)
  }

  /// Every row has a test: in the table, or by one of the others.
  @Test func everyRowIsTried() {
    let others: Set<MailRefusal.Name> = [.concurrency, .notSettable, .smallUpload, .bothBodies]
    expectEqual(Set(Self.rows.map(\.name)).union(others), Set(MailRefusal.Name.allCases))
  }

  @Test func aChangeOfWhatWasSentIsRefused() throws {
    let bench = try MailTests.bench()
    let token = try bench.token("Mail.Send Mail.ReadWrite")
    try MailTests.call(bench, "POST", "/me/sendMail", MailTests.hello, as: token)
    let list = try MailTests.call(bench, "GET", "/me/messages", as: token).body["value"]?.array
    let id = list?.first?["id"]?.string ?? ""
    for change in [#"{"subject":"x"}"#, #"{"from":null}"#, #"{"sentDateTime":"2026-01-01T00:00:00Z"}"#] {
      let answer = try MailTests.call(bench, "PATCH", "/me/messages/\(id)", change, as: token)
      expectEqual(answer.body["error"]?["code"], "ErrorInvalidPropertySet", "\(change)")
    }
  }

  @Test(arguments: ["concurrency: 1", "requests: 1"])
  func theServiceThrottlesByMailbox(_ setting: String) throws {
    let bench = try MailTests.bench(
      "mail: { \(setting) }\nrules: [{ when: { path: /v1.0/me/sendMail }, then: { delay: 2s } }]\n")
    let token = try bench.token("Mail.Send")
    func send() throws -> HTTPResponse {
      try MailTests.call(bench, "POST", "/me/sendMail", MailTests.hello, as: token).response
    }
    expectEqual(try send().status, 202)
    let refused = try send()
    expectEqual(refused.status, 429)
    expectEqual(refused.fields["Retry-After"], "1")
    expectEqual(try refused.json()["error"]?["code"], "ApplicationThrottled")
    bench.clock.advance(by: .minutes(10))
    expectEqual(try send().status, 202)
  }

  @Test func everyRowHasAName() {
    expectEqual(MailRefusal.all.count, MailRefusal.Name.allCases.count)
    expectEqual(MailRefusal.Name.allCases.map { MailRefusal($0) }, MailRefusal.all)
  }

  /// The words of errors, which metrics count by, have those of the rows from the rows.
  @Test func everyWordIsThereOnce() {
    expectEqual(Set(GraphError.words).count, GraphError.words.count)
    for row in MailRefusal.all {
      #expect(GraphError.words.contains(row.code))
      // What other services of Graph say, too.
      #expect(GraphError.Code(rawValue: row.code) == nil || ["BadRequest", "ResourceNotFound"].contains(row.code))
    }
  }

  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/mail.md").standardized

  /// `RECORD_GOLDENS=1 swift test --filter MailRefusalTests` writes it.
  @Test func thePageHasTheTable() throws {
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    let table =
      "| status | `code` | `message` | state | what helps | known |\n| --- | --- | --- | --- | --- | --- |\n"
      + MailRefusal.all.map { row in
        "| \(row.status) | `\(row.code)` | \(row.message) | \(row.state) | \(row.remedy) | \(row.mark) |\n"
      }.joined()
    let start = try #require(text.range(of: "<!-- The refusals. Written by RECORD_GOLDENS=1. -->\n\n")).upperBound
    let stop = try #require(text.range(of: "\n<!-- The end of the refusals. -->\n")).lowerBound
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      text.replaceSubrange(start..<stop, with: table)
      return try Data(text.utf8).write(to: Self.page)
    }
    expectEqual(String(text[start..<stop]), table)
  }
}
