import Directory
import Expectations
import Foundation
import HTTPWire
import JSON
import Testing
import Worlds

@testable import Control

/// Who has no right to steer gets nothing out of any route, nor into it.
struct StrangerTests {
  struct Stranger: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let problem: String
    var status = 403
    var token: String?
    var authority = "localhost:8443"
    var peer = "127.0.0.1"
    var fields = HTTPFields()
  }

  static let strangers = [
    Stranger(testDescription: "a rebound name", problem: "foreign-host", authority: "evil.test:8443"),
    Stranger(testDescription: "a foreign page", problem: "foreign-origin", fields: ["Origin": "https://evil.test"]),
    Stranger(testDescription: "another machine", problem: "closed", peer: "10.0.0.7"),
    Stranger(
      testDescription: "another machine with a wrong token", problem: "wrong-token", status: 401, token: "s3cret",
      peer: "10.0.0.7", fields: ["Authorization": "Bearer s3cres"]),
    Stranger(testDescription: "a relay on this machine", problem: "closed", fields: ["X-Real-IP": "10.0.0.7"]),
    Stranger(
      testDescription: "a picture on a foreign page", problem: "foreign-origin",
      fields: ["Sec-Fetch-Site": "cross-site"]),
    Stranger(
      testDescription: "this machine without the token that is set", problem: "token-missing", status: 401,
      token: "s3cret"),
    Stranger(
      testDescription: "Microsoft's name", problem: "not-here", status: 404, authority: "login.microsoftonline.com"),
  ]

  @Test(arguments: strangers)
  func findsEveryRouteClosed(_ stranger: Stranger) throws {
    let bench = try Bench(token: stranger.token, pem: "-----BEGIN CERTIFICATE-----\n")
    let users = bench.world.directory.users.count
    for route in ControlRoute.all where !route.isForEverybody {
      let path = route.pattern.split(separator: "/").dropFirst()
        .map { $0.hasPrefix("{") ? "/alice" : "/" + $0 }.joined()
      let response = try bench.call(
        route.method.rawValue, path, body: #"{"alias":"mallory","name":"mallory"}"#, fields: stranger.fields,
        authority: stranger.authority, peer: stranger.peer)
      expectEqual(response.status, stranger.status, "\(route.method.rawValue) \(path)")
      try expectEqual(
        JSONValue.parse(response.body)["type"]?.string, "urn:mockidp:problem:" + stranger.problem,
        "\(route.method.rawValue) \(path)")
    }
    expectEqual(bench.world.directory.users.count, users)
    #expect(ControlRoute.all.count(where: \.isForEverybody) < 8)
  }

  /// Tokens that are nearly the one.
  @Test(arguments: [
    "", " ", "t", "tok", "toke", "token", "tokenn", "Token-1", "TOKEN-1", "token-2", "oken-1", "token-1token-1",
    "token-1 x",
    "token-1,token-1", "token-1\u{0}", "token-1;", "\"token-1\"", "token\u{2010}1", "token-\u{661}", "token-\u{FF11}",
    "token-1\u{301}", "dG9rZW4tMQ==", "%74oken-1",
  ])
  func aWrongTokenIsWrong(_ token: String) throws {
    let bench = try Bench(token: "token-1")
    for scheme in ["Bearer ", "bearer ", ""] {
      let response = try bench.call(
        "GET", "/v1/clock", fields: ["Authorization": scheme + token], peer: "10.0.0.7")
      expectEqual(response.status, 401, "\(scheme)\(token)")
      #expect(!String(decoding: response.body, as: UTF8.self).contains("token-1"))
    }
    for scheme in ["Basic ", "Digest ", "Negotiate ", "token-1 "] {
      try expectEqual(
        bench.call("GET", "/v1/clock", fields: ["Authorization": scheme + "token-1"], peer: "10.0.0.7").status, 401)
    }
    try expectEqual(
      bench.call("GET", "/v1/clock", fields: ["Authorization": "Bearer token-1"], peer: "10.0.0.7").status, 200)
  }

  /// Of several fields the first counts, so none can be slipped in behind it.
  @Test func theFirstOfTwoTokensCounts() throws {
    let bench = try Bench(token: "token-1")
    let fields = HTTPFields([("Authorization", "Bearer wrong"), ("Authorization", "Bearer token-1")])
    try expectEqual(bench.call("GET", "/v1/clock", fields: fields, peer: "10.0.0.7").status, 401)
  }

  /// Secrets are compared in a time that does not tell how much of them is right. A clock cannot show that in a test; the
  /// sources can.
  @Test(arguments: [
    (
      "Control/Access/ControlAccess.swift", "ConstantTime.equal(Self.bearerToken(sent), token)",
      ["== token", "hasSameBytes"]
    ),
    ("Directory/Objects/SecretDigest.swift", "ConstantTime.equal(HMACSHA256", ["== digest", "digest =="]),
    ("Authority/Authorize/StoredSignIn.swift", "ConstantTime.equal(Array(canary.utf8)", ["== canary", "canary =="]),
    (
      "Policy/Requests/CodeVerifier.swift", "ConstantTime.equal(Array(made.utf8)",
      ["== challenge.value", "made =="]
    ),
    ("Policy/UserFlows/SentCode.swift", "ConstantTime.equal(Array(ASCII.trimmed(typed).utf8)", ["== text", "text =="]),
    (
      "Machines/ManagedIdentity/IdentityRequest.swift", "ConstantTime.equal(",
      ["== call.world.settings.identityHeader"]
    ),
    ("MockIdP/Machine/ArcTokenDirectory.swift", "ConstantTime.equal(", ["text == key", "key =="]),
    ("Crypto/ConstantTime.swift", "CRYPTO_memcmp(", ["left == right,"]),
  ])
  func secretsAreComparedInConstantTime(_ file: String, _ comparison: String, _ hasty: [String]) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(contentsOf: root.appending(path: "Sources/" + file), encoding: .utf8)
    #expect(source.contains(comparison))
    for text in hasty { #expect(!source.contains(text), "\(text)") }
  }
}
