import Bytes
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// One server, known by many names: whatever way a client comes, discovery, pages, cookies, redirects and tokens agree.
struct OriginTests {
  struct Case: CustomTestStringConvertible {
    var publicURL: String?
    var cloud = Cloud.global
    var trusted: [String] = []
    /// Whether the request arrives over TLS.
    var arrivesSecure = true
    let host: String
    var fields: [(String, String)] = []
    let login: String
    var graph: String?
    var legacy: String?
    /// Where the forms of pages lead, when it is not `login`.
    var pages: String?
    let testDescription: String
  }

  static let cases = [
    Case(host: "localhost:8443", login: "https://localhost:8443", testDescription: "the browser's name"),
    Case(host: "mockidp:8443", login: "https://mockidp:8443", testDescription: "the container's name"),
    Case(arrivesSecure: false, host: "localhost:8080", login: "http://localhost:8080", testDescription: "clear text"),
    Case(
      host: "login.microsoftonline.com", login: "https://login.microsoftonline.com",
      graph: "https://graph.microsoft.com", legacy: "https://sts.windows.net", testDescription: "a network alias"),
    Case(
      host: "sts.windows.net:8443", login: "https://login.microsoftonline.com:8443",
      graph: "https://graph.microsoft.com:8443", legacy: "https://sts.windows.net:8443",
      pages: "https://sts.windows.net:8443", testDescription: "another of the service's names, on a port"),
    Case(
      arrivesSecure: false, host: "login.microsoftonline.com", login: "https://login.microsoftonline.com",
      graph: "https://graph.microsoft.com", legacy: "https://sts.windows.net",
      testDescription: "the service's name in clear text, as through a proxy"),
    Case(
      cloud: .usGovernment, host: "login.usgovcloudapi.net", login: "https://login.microsoftonline.us",
      graph: "https://graph.microsoft.us", legacy: "https://sts.windows.net", pages: "https://login.usgovcloudapi.net",
      testDescription: "US Government"),
    Case(
      cloud: .usDefense, host: "login.microsoftonline.us", login: "https://login.microsoftonline.us",
      graph: "https://dod-graph.microsoft.us", legacy: "https://sts.windows.net", testDescription: "US Defense"),
    Case(
      cloud: .china, host: "login.chinacloudapi.cn", login: "https://login.partner.microsoftonline.cn",
      graph: "https://microsoftgraph.chinacloudapi.cn", legacy: "https://sts.chinacloudapi.cn",
      pages: "https://login.chinacloudapi.cn",
      testDescription: "China"),
    Case(
      publicURL: "https://idp.test", host: "mockidp:8443", login: "https://idp.test",
      testDescription: "one name for browser and container"),
    Case(
      publicURL: "https://login.microsoftonline.com", host: "mockidp:8443", login: "https://login.microsoftonline.com",
      graph: "https://graph.microsoft.com", legacy: "https://sts.windows.net",
      testDescription: "the service's name for everybody"),
    Case(
      trusted: ["127.0.0.1"], arrivesSecure: false, host: "127.0.0.1:8080",
      fields: [("Forwarded", "for=192.0.2.1;proto=https;host=idp.test")], login: "https://idp.test",
      testDescription: "behind a proxy that ends TLS"),
    Case(
      trusted: ["127.0.0.1"], arrivesSecure: false, host: "idp.test",
      fields: [("X-Forwarded-Proto", "https"), ("X-Forwarded-Port", "9443")], login: "https://idp.test",
      testDescription: "a port without a host says nothing"),
    Case(
      trusted: ["127.0.0.1"], arrivesSecure: false, host: "mockidp:8080",
      fields: [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "login.microsoftonline.com")],
      login: "https://login.microsoftonline.com", graph: "https://graph.microsoft.com",
      legacy: "https://sts.windows.net", testDescription: "behind a proxy, under the service's name"),
    Case(
      trusted: ["127.0.0.1"], host: "idp.test", fields: [("X-Forwarded-Proto", "http")], login: "http://idp.test",
      testDescription: "a proxy that begins TLS"),
    Case(
      arrivesSecure: false, host: "idp.test:8080",
      fields: [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "evil.test")], login: "http://idp.test:8080",
      testDescription: "fields of somebody who is not trusted"),
    Case(
      publicURL: "https://idp.test", trusted: ["127.0.0.1"], arrivesSecure: false, host: "mockidp:8080",
      fields: [("X-Forwarded-Proto", "http"), ("X-Forwarded-Host", "inner.test")], login: "https://idp.test",
      testDescription: "the public URL has the last word"),
  ]

  @Test(arguments: cases) func everythingAgrees(_ c: Case) throws {
    let options = try Running.options { options in
      options.publicURL = c.publicURL
      options.cloud = c.cloud
      options.trustedProxies = c.trusted.compactMap { IPNetwork($0) }
    }
    try Running.server(options) { server, client in
      let base = c.arrivesSecure ? server.endpoints.https : server.endpoints.http
      let fields = [("Host", c.host)] + c.fields
      let legacy = c.legacy ?? c.login

      let document = try JSONValue.parse(try client.get(base + ServerTests.discovery, fields).body)
      expectEqual(document["issuer"]?.string, c.login + "/{tenantid}/v2.0")
      for member in ["token", "authorization", "device_authorization", "end_session"] {
        expectEqual(document["\(member)_endpoint"]?.string?.hasPrefix(c.login + "/common/oauth2/v2.0/"), true)
      }
      expectEqual(document["jwks_uri"]?.string, c.login + "/common/discovery/v2.0/keys")
      expectEqual(document["userinfo_endpoint"]?.string, (c.graph ?? c.login) + "/oidc/userinfo")
      let old = try JSONValue.parse(try client.get(base + "/common/.well-known/openid-configuration", fields).body)
      expectEqual(old["issuer"]?.string, legacy + "/{tenantid}/")

      let page = try client.get(base + AuthorizeQuery(.mobile).target, fields)
      let form = try #require(HTMLForm(in: page.text))
      expectEqual(form.action, (c.pages ?? c.login) + "/common/login")
      let cookie = try #require(page.fields["Set-Cookie"])
      expectEqual(cookie.contains("; secure"), c.login.hasPrefix("https:"))
      let answers = FormFields(form.fields).with([
        ("loginfmt", "alice@contoso.onmicrosoft.com"), ("passwd", SeededDirectory.password),
      ])
      let signedIn = try client.post(
        base + "/common/login", answers.query, fields + [("Cookie", String(cookie.prefix { $0 != ";" }))])
      for cookie in signedIn.fields.all("Set-Cookie") {
        expectEqual(cookie.contains("; secure"), c.login.hasPrefix("https:"))
      }
      let query = try #require(signedIn.fields["Location"]?.split(separator: "?").last)
      let code = try #require(FormFields(parsing: query)?["code"])
      let tokens = try JSONValue.parse(
        try client.post(base + "/common/oauth2/v2.0/token", ServerTests.form(code: code), fields).body)
      try expectEqual(Self.issuer(tokens["id_token"]), "\(c.login)/\(TestWorld.contoso)/v2.0")
      try expectEqual(Self.issuer(tokens["access_token"]), "\(legacy)/\(TestWorld.contoso)/")
    }
  }

  private static func issuer(_ token: JSONValue?) throws -> String? {
    try JWS.parse(try #require(token?.string)).payload["iss"]?.string
  }

  // MARK: Clouds

  struct CloudCase: CustomTestStringConvertible {
    let cloud: Cloud
    let members: [String: String]
    var testDescription: String { cloud.name }
  }

  @Test(arguments: [
    CloudCase(
      cloud: .global,
      members: [
        "cloud_instance_name": "microsoftonline.com", "cloud_graph_host_name": "graph.windows.net",
        "msgraph_host": "graph.microsoft.com", "rbac_url": "https://pas.windows.net",
      ]),
    CloudCase(
      cloud: .usGovernment,
      members: [
        "cloud_instance_name": "microsoftonline.us", "cloud_graph_host_name": "graph.windows.net",
        "msgraph_host": "graph.microsoft.us", "rbac_url": "https://pasff.usgovcloudapi.net",
      ]),
    CloudCase(
      cloud: .china,
      members: [
        "cloud_instance_name": "partner.microsoftonline.cn", "cloud_graph_host_name": "graph.chinacloudapi.cn",
        "msgraph_host": "microsoftgraph.chinacloudapi.cn", "rbac_url": "https://pas.chinacloudapi.cn",
      ]),
  ])
  func documentsTellTheCloud(_ c: CloudCase) throws {
    try Running.server(try Running.options { $0.cloud = c.cloud }) { server, client in
      // Under a name of its own, and under the cloud's.
      for host in ["localhost", c.cloud.loginHost] {
        for path in [ServerTests.discovery, "/common/.well-known/openid-configuration"] {
          let document = try JSONValue.parse(try client.get(server.endpoints.https + path, [("Host", host)]).body)
          for (member, value) in c.members { expectEqual(document[member]?.string, value, "\(host)\(path)") }
        }
        let keys = try client.get(server.endpoints.https + "/organizations/discovery/v2.0/keys", [("Host", host)])
        let name = try JSONValue.parse(keys.body)["keys"]?.array?.first?["cloud_instance_name"]?.string
        // Keys of China have none (observed).
        expectEqual(name, c.cloud == .china ? nil : c.members["cloud_instance_name"])
        let realm = try client.get(
          server.endpoints.https + "/common/userrealm/a@contoso.com?api-version=1.0", [("Host", host)])
        try expectEqual(JSONValue.parse(realm.body)["cloud_instance_name"]?.string, c.members["cloud_instance_name"])
      }
    }
  }

  @Test(arguments: [Cloud.usGovernment, .usDefense, .china])
  func aCloudHasItsOwnGraph(_ cloud: Cloud) throws {
    try Running.server(try Running.options { $0.cloud = cloud }) { server, client in
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      let login = "https://\(cloud.loginHost):\(port)"
      // Each name has a certificate that the authority vouches for.
      let answer = try client.post(
        "\(login)/\(TestWorld.contoso)/oauth2/v2.0/token",
        FormFields([
          ("client_id", "\(try #require(server.world.directory.application(named: "daemon")).id)"),
          ("client_secret", try #require(server.secrets["daemon"])),
          ("grant_type", "client_credentials"), ("scope", "https://\(cloud.graphHost)/.default"),
        ]).query)
      let token = try #require(try JSONValue.parse(answer.body)["access_token"]?.string, "\(answer.text)")
      try expectEqual(JWS.parse(token).payload["aud"]?.string, "https://\(cloud.graphHost)")
      let users = try client.get(
        "https://\(cloud.graphHost):\(port)/v1.0/users", [("Authorization", "Bearer \(token)")])
      expectEqual(users.status, 200)
      try expectEqual(
        JSONValue.parse(users.body)["@odata.context"]?.string?.hasPrefix("https://\(cloud.graphHost):\(port)/v1.0/"),
        true)
      // Only what that host serves.
      let elsewhere = try client.get("https://\(cloud.graphHost):\(port)\(ServerTests.discovery)")
      #expect(elsewhere.status >= 400)
    }
  }

  @Test func withoutTheSettingACloudIsAStranger() throws {
    try Running.server(try Running.options()) { server, client in
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      #expect(throws: HTTPClientError.self) { try client.get("https://login.microsoftonline.us:\(port)/") }
    }
  }
}
