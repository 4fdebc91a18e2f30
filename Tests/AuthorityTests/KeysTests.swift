import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Worlds

struct KeysTests {
  static func path(_ tenant: String) -> String { "/\(tenant)/discovery/v2.0/keys" }

  struct Row: CustomTestStringConvertible {
    let tenant: String
    /// The issuers of the keys, in order.
    let issuers: [String]
    var testDescription: String { tenant }
  }

  static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"

  static let rows = [
    Row(tenant: "common", issuers: Array(repeating: "{tenantid}", count: 4) + [personal]),
    Row(tenant: "organizations", issuers: Array(repeating: "{tenantid}", count: 4)),
    Row(tenant: "consumers", issuers: [personal]),
    Row(tenant: personal, issuers: [personal]),
    Row(tenant: TestWorld.contoso, issuers: Array(repeating: TestWorld.contoso, count: 4)),
    Row(tenant: "contoso.com", issuers: Array(repeating: TestWorld.contoso, count: 4)),
  ]

  @Test(arguments: rows) func publishesTheKeysOfTheTenant(_ row: Row) throws {
    let answer = try TestWorld().send("GET", Self.path(row.tenant))
    let keys = try #require(try answer.json["keys"]?.array)
    expectEqual(keys.map { $0["issuer"]?.string }, row.issuers.map { "https://\(TestWorld.authority)/\($0)/v2.0" })
    try expectEqual(answer.jsonNames, ["keys"])
    expectEqual(Set(keys.compactMap { $0["kid"]?.string }).count, keys.count)
  }

  @Test(arguments: ["common", "consumers", "contoso.com"]) func describesEachKeyInTheServicesOrder(_ tenant: String)
    throws
  {
    let keys = try #require(try TestWorld().send("GET", Self.path(tenant)).json["keys"]?.array)
    for (place, key) in keys.enumerated() {
      expectEqual(key.object?.names, ["kty", "use", "kid", "x5t", "n", "e", "x5c", "cloud_instance_name", "issuer"])
      expectEqual(key["kty"], "RSA")
      expectEqual(key["use"], "sig")
      expectEqual(key["e"], "AQAB")
      expectEqual(key["x5t"], key["kid"])
      expectEqual(key["cloud_instance_name"]?.string, "microsoftonline." + (place == 3 ? "us" : "com"))
      let chain = try #require(key["x5c"]?.strings)
      expectEqual(chain.count, 1)
      let certificate = try #require(Base64.decode(chain[0]))
      expectEqual(key["kid"]?.string, Base64.encodeURL(SHA1.hash(certificate)))
      expectEqual(key["n"]?.string.flatMap { Base64.decode($0) }?.count, 256)
    }
  }

  @Test(arguments: ["common", "organizations", "consumers", "contoso.com"]) func isAsRecorded(_ tenant: String) throws {
    expectGolden("keys-\(tenant).json", try TestWorld().send("GET", Self.path(tenant)).body)
  }

  @Test func verifiesTheTokensOfWorkAndPersonalAccounts() throws {
    for (user, tenant) in [("alice", "contoso.com"), ("personal", "consumers")] {
      let test = try TestWorld()
      let text = try #require(try test.tokens(user, tenant: tenant)["id_token"]?.string)
      let token = try JWS.parse(text)
      let keys = try #require(try test.send("GET", Self.path(tenant)).json["keys"]?.array)
      let key = try #require(try keys.map { try JWK($0) }.first { $0.id == token.keyID })
      #expect(token.verify(with: key.key, algorithm: .rs256))
    }
  }

  @Test func mayBeKeptForADay() throws {
    let fields = try TestWorld().send("GET", Self.path("common")).fields
    expectEqual(fields["Cache-Control"], "max-age=86400, private")
    expectEqual(fields["Access-Control-Allow-Origin"], "*")
  }

  @Test(arguments: [
    "/COMMON/Discovery/V2.0/Keys", "/common/discovery/v2.0/keys/",
    "/common/discovery/v2.0/keys?appid=00000000-1111-4222-8333-444444444444",
  ])
  func isFoundBy(_ path: String) throws {
    try expectEqual(TestWorld().send("GET", path).json["keys"]?.array?.count, 5)
  }

  /// The clouds of the keys by the cloud that was called, and whose certificates they have.
  static let clouds: [(Cloud, [String?])] = [
    (.global, ["microsoftonline.com", "microsoftonline.com", "microsoftonline.com", "microsoftonline.us"]),
    (.usGovernment, ["microsoftonline.us", "microsoftonline.us", "microsoftonline.us", "microsoftonline.com"]),
    (.china, [nil, nil, nil]),
    (.bleu, ["sovcloud-identity.fr", "sovcloud-identity.fr", "sovcloud-identity.fr"]),
  ]

  @Test(arguments: clouds) func thePartnersKeyStandsBehindTheClouds(_ cloud: Cloud, _ names: [String?]) throws {
    for path in ["organizations/discovery/v2.0/keys", "organizations/discovery/keys"] {
      let answer = try TestWorld().send("GET", "/" + path, origin: Origin(of: cloud))
      let keys = try #require(try answer.json["keys"]?.array)
      expectEqual(keys.map { $0["cloud_instance_name"]?.string }, names)
    }
  }

  @Test func certificatesNameTheirSigners() throws {
    let keys = try #require(try TestWorld().send("GET", Self.path("common")).json["keys"]?.array)
    let subjects = try keys.map { key in
      let text = try #require(key["x5c"]?.strings?.first)
      return try Certificate.der(try #require(Base64.decode(text))).subject
    }
    expectEqual(subjects.prefix(3), Array(repeating: "CN=accounts.accesscontrol.windows.net", count: 3)[...])
    expectEqual(subjects.dropFirst(3), ["CN=login.microsoftonline.us", "CN=Live ID STS Signing Public Key"][...])
  }

  /// Nobody has its private half: it is not one of the ring.
  @Test func thePartnersKeyNeverSigns() throws {
    let test = try TestWorld()
    for entry in [PartnerKeys.global, PartnerKeys.usGovernment] {
      let entry = try #require(entry)
      #expect(!test.world.keys.publishes(entry.id))
    }
  }
}
