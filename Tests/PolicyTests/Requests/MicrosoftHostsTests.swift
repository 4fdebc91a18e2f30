import Expectations
import Testing

@testable import Policy

struct MicrosoftHostsTests {
  @Test(
    arguments: [
      ("login.microsoftonline.com", .login), ("LOGIN.Windows.net", .login), ("sts.windows.net", .login),
      ("westeurope.login.microsoft.com", .login), ("mtlsauth.microsoft.com", .login),
      ("westeurope.mtlsauth.microsoft.com", .login), ("graph.microsoft.com", .graph), ("microsoft.com", .deviceLogin),
      ("169.254.169.254", .instanceMetadata), ("login.microsoftonline.us", nil), ("graph.microsoft.us", nil),
      ("example.com", nil), ("notlogin.microsoft.com.evil.test", nil), ("", nil),
    ] as [(String, MicrosoftHosts.Role?)])
  func theGlobalCloudIsKnown(_ host: String, _ role: MicrosoftHosts.Role?) {
    expectEqual(MicrosoftHosts().role(of: host), role)
  }

  @Test(arguments: Cloud.all) func aChosenCloudIsAnsweredBesideTheGlobalOne(_ cloud: Cloud) {
    let hosts = MicrosoftHosts(cloud: cloud)
    for name in cloud.authorityHosts where !Cloud.global.hosts.contains(name) {
      expectEqual(hosts.place(of: name), .init(role: .login, cloud: cloud))
    }
    for name in cloud.graphHosts { expectEqual(hosts.role(of: name), .graph) }
    for name in Cloud.global.authorityHosts { expectEqual(hosts.place(of: name), .init(role: .login, cloud: .global)) }
    expectEqual(hosts.place(of: "graph.microsoft.com"), .init(role: .graph, cloud: .global))
  }

  @Test func cloudsHaveNamesOfTheirOwn() {
    expectEqual(Cloud.all.map(\.name), ["global", "usgov", "usdod", "china", "bleu", "delos", "govsg"])
    expectEqual(
      Cloud.global.hosts,
      [
        "login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net", "login.live.com",
        "mtlsauth.microsoft.com", "graph.microsoft.com",
      ])
  }

  @Test(arguments: ["fr", "de", "sg"]) func sovereignCloudsAreTheirHosts(_ country: String) throws {
    let cloud = try #require(Cloud.all.first { $0.loginHost == "login.sovcloud-identity.\(country)" })
    expectEqual(cloud.graphHost, "graph.svc.sovcloud.\(country)")
    expectEqual(MicrosoftHosts(cloud: cloud).place(of: cloud.loginHost), .init(role: .login, cloud: cloud))
    expectNil(MicrosoftHosts().place(of: cloud.loginHost))
    #expect(Cloud.graphURIs.contains("https://\(cloud.graphHost)"))
  }

  @Test func theOriginOfACloudIsItsCanonicalNames() {
    let origin = Origin(of: .china, port: ":8443")
    expectEqual(origin.login, "https://login.partner.microsoftonline.cn:8443")
    expectEqual(origin.graph, "https://microsoftgraph.chinacloudapi.cn:8443")
    expectEqual(origin.issuer.legacyBase, "https://sts.chinacloudapi.cn:8443")
    expectEqual(origin.host, "login.partner.microsoftonline.cn")
    #expect(origin.isMicrosofts)
  }
}
