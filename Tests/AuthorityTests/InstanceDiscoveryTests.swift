import Bytes
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing

struct InstanceDiscoveryTests {
  static func path(_ endpoint: String, version: String = "1.1") -> String {
    "/common/discovery/instance?api-version=\(version)&authorization_endpoint=\(endpoint)"
  }

  struct Known: CustomTestStringConvertible {
    let endpoint: String
    let answer: String
    let testDescription: String
  }

  @Test(arguments: [
    Known(
      endpoint: "https%3A%2F%2Flogin.microsoftonline.com%2Fcommon%2Foauth2%2Fv2.0%2Fauthorize",
      answer: "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration",
      testDescription: "encoded, v2.0"),
    Known(
      endpoint: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
      answer: "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration",
      testDescription: "not encoded"),
    Known(
      endpoint: "https://login.microsoftonline.com/common/oauth2/authorize",
      answer: "https://login.microsoftonline.com/common/.well-known/openid-configuration", testDescription: "v1.0"),
    Known(
      endpoint: "https://sts.windows.net/contoso.com/oauth2/v2.0/authorize",
      answer: "https://sts.windows.net/contoso.com/v2.0/.well-known/openid-configuration",
      testDescription: "an alias stays"),
    Known(
      endpoint: "https://login.microsoftonline.us/nobody.example/oauth2/v2.0/authorize",
      answer: "https://login.microsoftonline.us/nobody.example/v2.0/.well-known/openid-configuration",
      testDescription: "the tenant is not looked up"),
    Known(
      endpoint: "https://localhost:8443/common/oauth2/v2.0/authorize",
      answer: "https://localhost:8443/common/v2.0/.well-known/openid-configuration",
      testDescription: "own host and port"),
    Known(
      endpoint: "https://localhost/common/oauth2/v2.0/authorize",
      answer: "https://localhost:8443/common/v2.0/.well-known/openid-configuration",
      testDescription: "own host without its port"),
    Known(
      endpoint: "https%3A%2F%2FLOCALHOST%3A8443%2Fcommon%2Foauth2%2Fv2.0%2Fauthorize",
      answer: "https://localhost:8443/common/v2.0/.well-known/openid-configuration",
      testDescription: "own host in capitals, encoded"),
  ]) func knows(_ row: Known) throws {
    let answer = try TestWorld().send("GET", Self.path(row.endpoint))
    expectEqual(answer.status, 200)
    try expectEqual(answer.jsonNames, ["tenant_discovery_endpoint", "api-version", "metadata"])
    try expectEqual(answer.json["tenant_discovery_endpoint"]?.string, row.answer)
    expectEqual(answer.fields["Access-Control-Allow-Origin"], "*")
  }

  @Test(arguments: ["1.0", "1.1"]) func answersInTheVersionAsked(_ version: String) throws {
    let answer = try TestWorld().send(
      "GET", Self.path("https://localhost:8443/common/oauth2/v2.0/authorize", version: version))
    try expectEqual(answer.json["api-version"]?.string, version)
    expectGolden("instance-\(version).json", answer.body)
  }

  @Test func namesThisServerBesideTheClouds() throws {
    let answer = try TestWorld().send("GET", Self.path("https://localhost:8443/common/oauth2/v2.0/authorize"))
    let metadata = try #require(try answer.json["metadata"]?.array)
    expectEqual(metadata.first?["preferred_network"], "login.microsoftonline.com")
    expectEqual(metadata.first?["preferred_cache"], "login.windows.net")
    // Who keeps the last entry of an alias finds no port in that of the name alone (.NET, Java), and still both names in
    // that of the name with its port (iOS).
    for (entry, names) in zip(metadata.suffix(2), [["localhost:8443", "localhost"], ["localhost"]]) {
      expectEqual(entry["preferred_network"]?.string, names[0])
      expectEqual(entry["preferred_cache"]?.string, names[0])
      expectEqual(entry["aliases"]?.strings, names)
    }
    expectEqual(metadata.count, 7)
    for entry in metadata { expectEqual(entry.object?.names, ["preferred_network", "preferred_cache", "aliases"]) }
  }

  @Test func onTheStandardPortHasOneAlias() throws {
    let answer = try TestWorld().send(
      "GET", Self.path("https://idp.test/common/oauth2/v2.0/authorize"), authority: "idp.test")
    try expectEqual(answer.json["metadata"]?.array?.last?["aliases"]?.strings, ["idp.test"])
  }

  /// MSAL trusts these hosts by itself; a client that asks nevertheless hears of the cloud that it called.
  @Test(arguments: [Cloud.bleu, .delos, .govSG]) func sovereignCloudNamesItself(_ cloud: Cloud) throws {
    let answer = try TestWorld().send(
      "GET", Self.path("https://\(cloud.loginHost)/common/oauth2/v2.0/authorize"), origin: Origin(of: cloud))
    expectEqual(answer.status, 200)
    try expectEqual(answer.json["metadata"]?.array?.last?["aliases"]?.strings, [cloud.loginHost])
  }

  @Test func asMicrosoftsHostNamesNoOther() throws {
    let answer = try TestWorld().send(
      "GET", Self.path("https://login.microsoftonline.com/common/oauth2/v2.0/authorize"),
      authority: "login.microsoftonline.com")
    try expectEqual(answer.json["metadata"]?.array?.count, 5)
  }

  struct Refused: CustomTestStringConvertible {
    let query: String
    let error: String
    let code: Int
    let testDescription: String
  }

  @Test(arguments: [
    Refused(
      query: "authorization_endpoint=https://login.example.com/common/oauth2/v2.0/authorize", error: "invalid_instance",
      code: 50049, testDescription: "unknown host"),
    Refused(
      query: "authorization_endpoint=https://localhost.example.com/common", error: "invalid_instance", code: 50049,
      testDescription: "a longer name"),
    Refused(query: "api-version=1.1", error: "invalid_request", code: 50050, testDescription: "missing"),
    Refused(query: "authorization_endpoint=", error: "invalid_request", code: 50050, testDescription: "empty"),
    Refused(
      query: "authorization_endpoint=/common/oauth2/v2.0/authorize", error: "invalid_request", code: 50050,
      testDescription: "not absolute"),
  ]) func refuses(_ row: Refused) throws {
    let answer = try TestWorld().send("GET", "/common/discovery/instance?\(row.query)")
    expectEqual(answer.status, 400)
    expectEqual(answer.error, row.error)
    expectEqual(answer.errorCode, row.code)
  }

  @Test(arguments: ["/Common/Discovery/Instance", "/common/discovery/instance/"]) func isFoundBy(_ path: String) throws
  {
    let answer = try TestWorld().send(
      "GET", path + "?authorization_endpoint=https://login.windows.net/common/oauth2/authorize")
    expectEqual(answer.status, 200)
  }
}
