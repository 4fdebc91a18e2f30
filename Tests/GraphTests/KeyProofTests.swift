import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Testing
import Time
import Worlds

/// `addKey` and `removeKey`: an app that rolls its own keys proves that it has one of them. And objects by keys that their owner chose.
@Suite("Keys that roll") struct KeyProofTests {
  private static let path = "/applications(appId='dae30000-0000-4000-8000-000000000004')"

  private func proof(_ bench: Bench, _ change: (inout JSONObject) -> Void = { _ in }) throws -> String {
    let app = try Bench.found(bench.world.directory.application(named: "daemon"))
    let now = bench.world.now.seconds
    var claims: JSONObject = [
      "aud": "00000002-0000-0000-c000-000000000000", "iss": "\(app.objectID)", "nbf": .integer(now),
      "exp": .integer(now + 600),
    ]
    change(&claims)
    return try JWS.compact(
      header: ["alg": "RS256", "typ": "JWT"], payload: .object(claims), key: .pem(DaemonCertificate.privateKeyPEM))
  }

  private func body(_ proof: String) -> String {
    let key = Base64.encode(Array(DaemonCertificate.certificatePEM.utf8))
    return
      #"{"keyCredential":{"type":"AsymmetricX509Cert","usage":"Verify","key":"\#(key)","keyId":"2f1c4b30-0000-4000-8000-00000000000d"},"passwordCredential":null,"proof":"\#(proof)"}"#
  }

  @Test func anAppRollsItsKeyWithoutAPermission() throws {
    let bench = try Bench()
    let app = Administrator(bench, token: try bench.app())
    let made = try app.expect(200, "POST", Self.path + "/addKey", body(try proof(bench)))
    expectEqual(made.body["keyId"], "2f1c4b30-0000-4000-8000-00000000000d")
    let remove = #"{"keyId":"2f1c4b30-0000-4000-8000-00000000000d","proof":"\#(try proof(bench))"}"#
    try app.expect(204, "POST", Self.path + "/removeKey", remove)
    let gone = try app.expect(400, "POST", Self.path + "/removeKey", remove)
    expectEqual(gone.message, "No credentials found to be removed.")
    let noCertificate =
      #"{"keyCredential":{"type":"AsymmetricX509Cert","usage":"Verify","key":"AAAA"},"proof":"\#(try proof(bench))"}"#
    let refused = try app.expect(400, "POST", Self.path + "/addKey", noCertificate)
    expectEqual(refused.message, "Invalid credential value. Error: Cannot find the requested object.\r\n")
    let user = Administrator(bench, token: try bench.token("User.Read"))
    try user.expect(403, "POST", Self.path + "/addKey", body(try proof(bench)))
  }

  @Test(arguments: ["aud", "iss", "exp", "nbf", "signature", "nothing"])
  func aProofThatDoesNotCount(_ fault: String) throws {
    let bench = try Bench()
    let app = Administrator(bench, token: try bench.app())
    var text = try proof(bench) { claims in
      switch fault {
      case "aud": claims["aud"] = "https://graph.microsoft.com"
      case "iss": claims["iss"] = "aaaaaaaa-0000-4000-8000-000000000001"
      case "exp": claims["exp"] = .integer(bench.world.now.seconds + 700)
      case "nbf": (claims["nbf"], claims["exp"]) = (.integer(1_000), .integer(1_600))
      default: break
      }
    }
    if fault == "signature" { text = String(text.dropLast(8)) + "AAAAAAAA" }
    if fault == "nothing" { text = "nothing" }
    let refused = try app.expect(401, "POST", Self.path + "/addKey", body(text))
    expectEqual(refused.code, "Authentication_MissingOrMalformed")
    expectEqual(bench.world.directory.application(named: "daemon")?.certificates.count, 1)
  }

  @Test func objectsByTheirUniqueNames() throws {
    let bench = try Bench()
    let admin = try Administrator(bench)
    func upsert(_ path: String, _ body: String) throws -> Int {
      try bench.call(
        "/v1.0" + path, method: "PATCH", authorization: admin.token, fields: ["Prefer": "create-if-missing"], body: body
      ).response.status
    }
    let shop = "/applications(uniqueName='shop')"
    try admin.expect(404, "PATCH", shop, #"{"displayName":"Shop"}"#)
    try expectEqual(upsert(shop, #"{"displayName":"Shop"}"#), 201)
    try expectEqual(upsert(shop, #"{"displayName":"Shop 2"}"#), 204)
    try expectEqual(admin.expect(200, "GET", shop).body["displayName"], "Shop 2")
    let taken = try admin.expect(400, "POST", "/applications", #"{"displayName":"B","uniqueName":"SHOP"}"#)
    expectEqual(taken.body["error"]?["details"]?.array?.first?["target"], "uniqueName")
    try admin.expect(400, "PATCH", shop, #"{"uniqueName":"other"}"#)
    let federated = #"{"issuer":"https://a.test","subject":"s","audiences":["api://AzureADTokenExchange"]}"#
    let credential = shop + "/federatedIdentityCredentials(name='main')"
    try expectEqual(upsert(credential, federated), 201)
    try expectEqual(upsert(credential, #"{"subject":"t"}"#), 204)
    try expectEqual(admin.expect(200, "GET", credential).body["subject"], "t")
    let group = #"{"displayName":"Clerks","mailEnabled":false,"mailNickname":"clerks","securityEnabled":true}"#
    try expectEqual(upsert("/groups(uniqueName='clerks')", group), 201)
    try admin.expect(204, "DELETE", "/groups(uniqueName='clerks')")
  }

  @Test(arguments: [
    ("tags/all(t:t+eq+'a')", ["One"]), ("tags/all(t:t+eq+'a'+or+t+eq+'b')", ["One", "Two"]),
    ("tags/any(t:t+eq+'b')", ["Two"]),
  ])
  func everyElementOfAList(_ filter: String, _ names: [String]) throws {
    let admin = try Administrator(Bench())
    for (name, tags) in [("One", #"["a","a"]"#), ("Two", #"["a","b"]"#)] {
      try admin.expect(201, "POST", "/applications", #"{"displayName":"\#(name)","tags":\#(tags)}"#)
    }
    let found = try admin.expect(200, "GET", "/applications?$filter=\(filter)").body["value"]?.array ?? []
    expectEqual(found.compactMap { $0["displayName"]?.string }.filter { ["One", "Two"].contains($0) }, names)
  }

  @Test func whatTheServerDoesNotKnowComesBack() throws {
    let admin = try Administrator(Bench())
    let app = try admin.expect(201, "POST", "/beta/applications", #"{"displayName":"N","newThing":{"a":[1]}}"#)
    let bob = try admin.bench.user("bob").id
    try admin.expect(204, "PATCH", "/beta/users/\(bob)", #"{"usageRights2":"x"}"#)
    for path in ["/beta/applications/\(app.id)"] {
      try expectEqual(admin.expect(200, "GET", path).body["newThing"], ["a": [1]])
      try expectEqual(admin.again().send("GET", path).body["newThing"], ["a": [1]])
    }
    try expectEqual(admin.again().send("GET", "/beta/users/\(bob)").body["usageRights2"], "x")
    let refused = try admin.expect(400, "POST", "/applications", #"{"displayName":"N","newThing":1}"#)
    expectEqual(refused.message, "Invalid property 'newThing'.")
    let access =
      #"[{"resourceAppId":"bbbbbbbb-0000-4000-8000-000000000002","resourceAccess":[{"id":"aaaaaaaa-0000-4000-8000-000000000001","type":"Role"}]}]"#
    try admin.expect(204, "PATCH", "/applications/\(app.id)", #"{"requiredResourceAccess":\#(access)}"#)
    let wanted = try JSONValue.parse(Array(access.utf8))
    try expectEqual(admin.again().send("GET", "/applications/\(app.id)").body["requiredResourceAccess"], wanted)
  }
}
