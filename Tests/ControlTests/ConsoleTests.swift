import Bytes
import Console
import Crypto
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing

@testable import Control

/// The console's files: what the program carries, how it serves them, and to whom.
@Suite struct ConsoleTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Sources/Console/Files/"

  private static func name(_ file: ConsoleFile) -> String {
    file.path.isEmpty ? "index.html" : String(file.path.dropFirst("console/".count))
  }

  @Test func everyFileOfTheFolderIsCarried() {
    expectEqual(
      ConsoleFile.all.map(Self.name).sorted(), TestFiles.list(Self.folder).sorted(), "Sources/CFiles/console.c")
  }

  @Test(arguments: ConsoleFile.all) func isWhatTheFolderHolds(_ file: ConsoleFile) throws {
    let bytes = try #require(TestFiles.read(Self.folder + Self.name(file)))
    expectEqual(file.bytes, bytes)
    expectEqual(file.tag, "\"\(Hex.encode(Array(SHA256.hash(bytes).prefix(8))))\"")
  }

  /// A page names no file that is not there, and everything in the folder is carried.
  @Test func everythingThatIsLoadedIsThere() throws {
    let paths = Set(ConsoleFile.all.map(\.path))
    #expect(paths.contains(""))
    for file in ConsoleFile.all where file.contentType.hasPrefix("text/javascript") {
      let text = String(decoding: file.bytes, as: UTF8.self)
      for part in text.components(after: "from \"./") { #expect(paths.contains("console/" + part), "\(file.path)") }
    }
    for part in String(decoding: try #require(ConsoleFile.at("")).bytes, as: UTF8.self).components(after: "=\"console/")
    {
      #expect(paths.contains("console/" + part))
    }
  }

  @Test func theWholeIsSmall() {
    #expect(ConsoleFile.all.reduce(0) { $0 + $1.bytes.count } < 200_000)
  }

  /// Nothing in the files makes markup of a text, or asks another origin.
  @Test(arguments: ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "https://", "style=\""])
  func noFileHas(_ text: String) {
    for file in ConsoleFile.all {
      expectNil(String(decoding: file.bytes, as: UTF8.self).firstPlace(of: text), "\(file.path)")
    }
  }

  @Test func thePageIsServedWithItsPolicy() throws {
    let response = try Bench().call("GET", "/")
    expectEqual(response.status, 200)
    expectEqual(response.fields["Content-Type"], "text/html; charset=utf-8")
    let policy = try #require(response.fields["Content-Security-Policy"])
    for part in [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'",
    ] {
      expectNotNil(policy.firstPlace(of: part), "\(part)")
    }
    expectNil(policy.firstPlace(of: "unsafe"))
    expectNotNil(policy.firstPlace(of: "trusted-types 'none'"))
    expectEqual(response.fields["X-Content-Type-Options"], "nosniff")
    expectEqual(response.body, ConsoleFile.at("")?.bytes)
  }

  @Test func aKnownFileIsNotSentAgain() throws {
    let bench = try Bench()
    let tag = try #require(try bench.call("GET", "/console/style.css").fields["ETag"])
    let again = try bench.call("GET", "/console/style.css", fields: ["If-None-Match": "\"other\", \(tag)"])
    expectEqual(again.status, 304)
    #expect(again.body.isEmpty)
    expectEqual(again.fields["ETag"], tag)
    try expectEqual(bench.call("GET", "/console/style.css", fields: ["If-None-Match": "\"other\""]).status, 200)
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    var method = "GET"
    var path = "/"
    var token: String?
    var authority = "localhost:8443"
    var peer = "127.0.0.1"
    var fields = HTTPFields()
  }

  @Test(arguments: [
    Row(testDescription: "the path without its slash", status: 308, path: ""),
    Row(testDescription: "a file that is not there", status: 404, path: "/console/none.js"),
    Row(testDescription: "a path out of the folder", status: 404, path: "/console/../main.js"),
    Row(testDescription: "a HEAD", status: 200, method: "HEAD"),
    Row(testDescription: "a POST", status: 405, method: "POST"),
    Row(testDescription: "a link of another site", status: 200, fields: ["Sec-Fetch-Site": "cross-site"]),
    Row(testDescription: "another machine", status: 403, peer: "10.0.0.7"),
    Row(testDescription: "a relay", status: 403, fields: ["X-Forwarded-For": "10.0.0.7"]),
    Row(testDescription: "a rebound name", status: 403, authority: "evil.example"),
    Row(testDescription: "one of Microsoft's names", status: 404, authority: "login.microsoftonline.com"),
    Row(testDescription: "a browser, which cannot send the token yet", status: 200, token: "s3cret"),
    Row(testDescription: "another machine where a token is set", status: 200, token: "s3cret", peer: "10.0.0.7"),
    Row(
      testDescription: "one of Microsoft's names where a token is set", status: 404, token: "s3cret",
      authority: "login.microsoftonline.com"),
  ]) func isForWhomTheControlAPIIs(_ row: Row) throws {
    let response = try Bench(token: row.token).call(
      row.method, row.path, fields: row.fields, authority: row.authority, peer: row.peer)
    expectEqual(response.status, row.status)
    if row.status == 308 { expectEqual(response.fields["Location"], "/_mockidp/") }
  }

  @Test(
    arguments: [
      ("127.0.0.1", "localhost:8443", HTTPFields(), true), ("10.0.0.7", "localhost:8443", HTTPFields(), false),
      ("127.0.0.1", "login.microsoftonline.com", HTTPFields(), false),
      ("127.0.0.1", "localhost:8443", ["Via": "1.1 x"], false),
    ] as [(String, String, HTTPFields, Bool)]) func pagesTellOfItOnThisMachineOnly(
      _ peer: String, _ authority: String, _ fields: HTTPFields, _ sees: Bool
    )
  {
    let access = ControlAccess(ControlConfiguration(version: "1"))
    let request = HTTPRequest(
      method: "GET", path: "/", query: nil, fields: fields, body: [], isSecure: true, authority: authority, peer: peer,
      minorVersion: 1)
    expectEqual(access.seesConsole(request), sees)
  }
}

extension String {
  /// What stands behind each place of `start`, up to the next quotation mark.
  fileprivate func components(after start: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let place = rest.firstPlace(of: start) {
      rest = rest[place.upperBound...]
      found.append(String(rest.prefix { $0 != "\"" }))
    }
    return found
  }
}
