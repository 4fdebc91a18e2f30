import Expectations
import HTTPWire
import Policy
import Testing

@testable import MockIdP

/// What a server is told, before anything is opened.
struct OptionsTests {
  struct Origin: CustomTestStringConvertible {
    let publicURL: String?
    let isSecure: Bool
    let authority: String
    let login: String
    let host: String
    var testDescription: String { "\(publicURL ?? "none") \(authority)" }
  }

  @Test(arguments: [
    Origin(
      publicURL: nil, isSecure: true, authority: "localhost:8443", login: "https://localhost:8443", host: "localhost"),
    Origin(publicURL: nil, isSecure: false, authority: "idp.test", login: "http://idp.test", host: "idp.test"),
    Origin(publicURL: nil, isSecure: true, authority: "[::1]:8443", login: "https://[::1]:8443", host: "[::1]"),
    Origin(publicURL: nil, isSecure: true, authority: "[::1]", login: "https://[::1]", host: "[::1]"),
    Origin(publicURL: nil, isSecure: false, authority: "", login: "http://localhost", host: "localhost"),
    Origin(publicURL: "https://a.test", isSecure: false, authority: "x:1", login: "https://a.test", host: "a.test"),
    Origin(
      publicURL: "https://a.test:8443//", isSecure: false, authority: "x", login: "https://a.test:8443", host: "a.test"),
    Origin(publicURL: "http://a.test", isSecure: true, authority: "x", login: "http://a.test", host: "a.test"),
  ]) func originFollowsTheRequestUnlessFixed(_ row: Origin) throws {
    let origin = try OriginPolicy(publicURL: row.publicURL)
      .origin(of: HTTPRequest(isSecure: row.isSecure, authority: row.authority))
    expectEqual(origin.login, row.login)
    expectEqual(origin.graph, row.login)
    expectEqual(origin.host, row.host)
    expectEqual(origin.isSecure, row.login.hasPrefix("https:"))
    #expect(row.login.hasSuffix("://" + origin.authority))
  }

  @Test(arguments: [
    ("WestEurope.login.microsoft.com", "https://westeurope.login.microsoft.com"),
    ("eastus.login.microsoft.com:8443", "https://eastus.login.microsoft.com:8443"),
    ("login.windows.net", "https://login.microsoftonline.com"),
  ]) func regionalHostIsTheTokenEndpoints(_ authority: String, _ login: String) throws {
    let origin = try OriginPolicy(publicURL: nil).origin(of: HTTPRequest(isSecure: true, authority: authority))
    expectEqual(origin.tokenLogin, login)
    #expect(origin.login.hasPrefix("https://login.microsoftonline.com"))
  }

  /// A browser has its cookies under the name that it called, so the forms of its pages lead there.
  @Test(arguments: [
    ("login.microsoftonline.com", "https://login.microsoftonline.com"),
    ("login.windows.net", "https://login.windows.net"), ("STS.windows.net:8443", "https://sts.windows.net:8443"),
    ("login.microsoft.com", "https://login.microsoft.com"),
    ("westeurope.login.microsoft.com", "https://westeurope.login.microsoft.com"),
    ("contoso.ciamlogin.com", "https://contoso.ciamlogin.com"), ("localhost:8443", "https://localhost:8443"),
    ("graph.microsoft.com", "https://login.microsoftonline.com"),
  ]) func formsOfPagesLeadBackToTheNameThatWasCalled(_ authority: String, _ pages: String) throws {
    let origin = try OriginPolicy(publicURL: nil).origin(of: HTTPRequest(isSecure: true, authority: authority))
    expectEqual(origin.pages, pages)
  }

  @Test func globalNamesOfAnotherCloudsServerLeadToIt() throws {
    let policy = try OriginPolicy(publicURL: nil, hosts: MicrosoftHosts(cloud: .usGovernment))
    let origin = policy.origin(of: HTTPRequest(isSecure: true, authority: "login.microsoftonline.com"))
    expectEqual(origin.cloud, .global)
    expectEqual(origin.homeCloud, .usGovernment)
    expectEqual(origin.instanceHost, "login.microsoftonline.us")
  }

  @Test(arguments: [
    "", "idp.test", "ftp://idp.test", "https://idp.test/path", "https://idp.test?x", "https://idp.test#x", "https://",
    "https://u@idp.test", "https://idp.test:x",
  ]) func aPublicURLIsAnOrigin(_ text: String) {
    #expect {
      try OriginPolicy(publicURL: text)
    } throws: {
      "\($0)" == "'\(text)' is not a public URL; give scheme, host and port only, such as https://idp.test:8443"
    }
  }

  struct Home: CustomTestStringConvertible {
    let environment: [String: String]
    let path: String
    var testDescription: String { path }
  }

  @Test(arguments: [
    Home(environment: ["MOCKIDP_HOME": "/a", "XDG_DATA_HOME": "/b", "HOME": "/c"], path: "/a"),
    Home(environment: ["XDG_DATA_HOME": "/b", "HOME": "/c"], path: "/b/mockidp"),
    Home(environment: ["HOME": "/c"], path: "/c/.local/share/mockidp"),
    Home(environment: ["MOCKIDP_HOME": "", "XDG_DATA_HOME": "", "HOME": "/c"], path: "/c/.local/share/mockidp"),
  ]) func homeIsTheFirstThatIsSet(_ row: Home) {
    expectEqual(HomeDirectory.resolve(environment: row.environment), row.path)
  }

  @Test func withoutAVariableTheListOfAccountsCounts() {
    let accounts = "root:x:0:0:root:/root:/bin/sh\nbroken\nann:x:1000:1000:Ann,,,:/home/ann:\nx:x:7:7::/:\ny:x:8:8:::\n"
    expectEqual(HomeDirectory.home(of: 0, accounts: accounts), "/root")
    expectEqual(HomeDirectory.home(of: 1000, accounts: accounts), "/home/ann")
    for user in [7, 8, 9] as [UInt32] { expectNil(HomeDirectory.home(of: user, accounts: accounts)) }
    // A fixed name in a directory of all users would let another user plant an authority there.
    #expect(!HomeDirectory.resolve(environment: [:]).hasPrefix("/tmp"))
  }

  @Test func aServerWithoutAHomeSaysSo() throws {
    let options = try Running.options { $0.home = HomeDirectory.none }
    try expectEqual(
      Running.refusal(options), "this user has no home directory; name a directory of its own in MOCKIDP_HOME")
  }

  @Test func aUserWithoutAHomeIsTold() {
    #expect {
      try Files.makeDirectory(HomeDirectory.none + "/trust")
    } throws: {
      "\($0)" == "this user has no home directory; name a directory of its own in MOCKIDP_HOME"
    }
  }
}
