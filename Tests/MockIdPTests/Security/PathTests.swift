import Bytes
import Expectations
import HTTPClient
import HTTPWire
import JSON
import Platform
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// No path of a request leads to a file, and none leads round a check (path traversal).
struct PathTests {
  static let steps = [
    "/../../../../etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd",
    "/%252e%252e%252fetc/passwd",
    "/..\\..\\etc\\passwd", "/..%5c..%5cetc%5cpasswd", "/%c0%ae%c0%ae/etc/passwd", "/./etc/passwd", "//etc/passwd",
    "/etc/passwd%00.html", "/%00", "/common/../../etc/passwd", "/static/../../etc/passwd", "/assets/..%2f..%2fca.key",
    "/ca.key", "/_mockidp/ca.key", "/_mockidp/../ca.key", "/_mockidp/v1/../../ca.key", "/_mockidp/..%2fca.key",
    "/_mockidp/ca.pem/../ca.key", "/_mockidp/ca.pem%00", "/mockidp.sqlite", "/_mockidp/mockidp.sqlite", "/.env",
    "/.git/config",
  ]

  @Test func noPathIsAFile() throws {
    let home = try TestFiles.makeDirectory()
    try Running.server(try Running.options(home: home) { $0.dataDirectory = home }) { server, client in
      for path in Self.steps {
        let answer = try client.get(server.endpoints.https + path)
        expectEqual(answer.status, 404, "\(path)")
        for text in ["root:", "PRIVATE KEY", "SQLite"] { #expect(!answer.text.contains(text), "\(path)") }
      }
    }
  }

  /// What looks like the control API to some eyes only is nothing here, whoever asks.
  @Test(arguments: [
    "/x/../_mockidp/v1/users", "/./_mockidp/v1/users", "//_mockidp/v1/users", "/%5fmockidp/v1/users",
    "/_mockidp%2fv1/users",
    "/_MOCKIDP/v1/users", "/_mockidp;x/v1/users", "/_mockidp\\v1\\users", "/_mockidp./v1/users",
    "/_mockidp%00/v1/users",
    "/common/_mockidp/v1/users",
  ])
  func theControlAPIHasOneName(_ path: String) throws {
    try Running.shared { server, client in
      let answer = try client.get(server.endpoints.https + path)
      expectEqual(answer.status, 404)
      #expect(!answer.text.contains("alice"))
      let foreign = HTTPClient(connectTo: "127.0.0.1")
      let port = try #require(server.endpoints.http.split(separator: ":").last)
      #expect(try !foreign.get("http://evil.test:\(port)\(path)").text.contains("alice"))
    }
  }

  @Test(arguments: [
    "", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", "%2e%2e", "a\u{0}", "A", "-a", "a-", "a.b", "a b", "a\r\nb",
    "ä",
    "<script>", "con:", String(repeating: "a", count: 41),
  ])
  func namesOfWorldsAreLabels(_ name: String) throws {
    try Running.shared { server, client in
      let body: JSONValue = ["name": .string(name)]
      let answer = try client.post(server.endpoints.control + "/worlds", body.text)
      expectEqual(answer.status, 400)
      expectNil(answer.fields["Location"])
    }
  }

  /// Snapshots and worlds are rows of the one database, whatever they are called.
  @Test func nothingIsWrittenBesideTheDatabase() throws {
    let home = try TestFiles.makeDirectory()
    let data = home + "/data"
    try Running.server(try Running.options(home: home) { $0.dataDirectory = data }) { server, client in
      let before = Self.files(in: home)
      let control = server.endpoints.control
      for name in ["..", "...", ".hidden", "a..b"] {
        let kept = try client.post(control + "/snapshots", #"{"name":"\#(name)"}"#)
        let removed = try client.send(method: "DELETE", url: control + "/snapshots/" + name)
        expectEqual([kept.status, removed.status], [201, 204])
      }
      for name in ["../x", "/tmp/x", "a/b", "a\\b", "a\u{0}b", "%2e%2e%2fx"] {
        let body: JSONValue = ["name": .string(name)]
        let answer = try client.post(control + "/snapshots", body.text)
        expectEqual(answer.status, 400)
      }
      let made = try client.post(control + "/worlds", #"{"name":"t1"}"#)
      expectEqual(made.status, 201)
      expectEqual(Self.files(in: home), before)
    }
  }

  /// A scenario that comes over HTTP names no file of this machine.
  @Test(arguments: ["../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "./x.yaml", "happy-path/../x"])
  func aWorldIsMadeFromNoFile(_ name: String) throws {
    try Running.shared { server, client in
      for body: JSONValue in [
        ["scenario": .string(name)], ["scenario": ["extends": .string(name)]],
        ["overrides": ["extends": .string(name)]],
      ] {
        let answer = try client.post(server.endpoints.control + "/worlds", body.text)
        expectEqual(answer.status, 400, "\(body.text): \(answer.text)")
        #expect(!answer.text.contains("root:"))
      }
    }
  }

  /// Methods that are not an endpoint's do nothing, and none sends the request back (TRACE shows cookies to scripts).
  @Test(arguments: ["get", "Get", "TRACE", "TRACK", "DEBUG", "PUT", "PROPFIND", "BREW"])
  func strangeMethodsDoNothing(_ method: String) throws {
    try Running.shared { server, client in
      for path in [
        "/common/oauth2/v2.0/token", "/common/oauth2/v2.0/authorize?client_id=x",
        "/common/v2.0/.well-known/openid-configuration",
        "/v1.0/me", "/_mockidp/v1/users", "/devicelogin",
      ] {
        let answer = try client.send(
          method: method, url: server.endpoints.https + path, fields: [("Cookie", "ESTSAUTH=from-the-request")])
        #expect((400..<500).contains(answer.status), "\(method) \(path): \(answer.status)")
        #expect(!answer.text.contains("from-the-request"))
      }
    }
  }

  /// Names of all files below a directory.
  private static func files(in directory: String) -> Set<String> {
    var names: Set<String> = []
    guard let list = opendir(directory) else { return [] }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      names.insert(name)
      names.formUnion(files(in: directory + "/" + name).map { name + "/" + $0 })
    }
    return names
  }
}
