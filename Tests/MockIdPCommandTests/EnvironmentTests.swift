import Expectations
import MockIdP
import Testing

@testable import MockIdPCommand

/// The variables by which programs are led to a server, and how they are written.
struct EnvironmentTests {
  @Test(
    arguments: [
      (.sh, "export NAME='it'\\''s \"5\" $HOME C:\\x'"), (.fish, "set -gx NAME 'it\\'s \"5\" $HOME C:\\\\x'"),
      (.powershell, "$env:NAME = 'it''s \"5\" $HOME C:\\x'"),
      (.dotenv, "NAME=\"it's \\\"5\\\" \\$HOME C:\\\\x\""), (.github, "NAME=it's \"5\" $HOME C:\\x"),
      (.compose, "environment:\n  NAME: \"it's \\\"5\\\" $$HOME C:\\\\x\""),
      (.launchctl, "launchctl setenv NAME 'it'\\''s \"5\" $HOME C:\\x'"),
    ] as [(EnvironmentFormat, String)])
  func quotesAsItsReadersDo(_ format: EnvironmentFormat, _ line: String) {
    let environment = RuntimeEnvironment(variables: [.init("NAME", "it's \"5\" $HOME C:\\x", "A test.")])
    expectEqual(format.text(environment), line + "\n")
  }

  private static let trust = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO"]

  private func values(_ way: RuntimeEnvironment.Way, inherited: [String: String] = [:]) -> [String: String] {
    RuntimeEnvironment(SnippetTests.server, trust: SnippetTests.trust, way: way, inherited: inherited)
      .applied(to: inherited)
  }

  @Test func aProgramThatIsToldTheAuthority() {
    let values = values(.direct)
    expectEqual(values["AZURE_AUTHORITY_HOST"], "https://localhost:9443")
    expectEqual(values["AZURE_CORE_INSTANCE_DISCOVERY"], "false")
    expectEqual(values["ARM_DISABLE_INSTANCE_DISCOVERY"], "true")
    expectEqual(values["MOCKIDP_AUTHORITY"], "https://localhost:9443/c0270500-0000-4000-8000-000000000001")
    for name in Self.trust { expectEqual(values[name], "/home/me/mock idp/trust/bundle.pem") }
    expectEqual(values["NODE_EXTRA_CA_CERTS"], "/home/me/mock idp/trust/ca.pem")
    expectEqual(
      values["JAVA_TOOL_OPTIONS"],
      "\"-Djavax.net.ssl.trustStore=/home/me/mock idp/trust/truststore.p12\" -Djavax.net.ssl.trustStoreType=PKCS12 "
        + "-Djavax.net.ssl.trustStorePassword=changeit")
    #expect(!values.keys.contains { $0.lowercased().hasPrefix("http") })
  }

  @Test func aProgramThatStaysAsItIs() {
    let values = values(.proxy, inherited: ["NO_PROXY": ".microsoft.com", "https_proxy": "http://corporate:3128"])
    for name in ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"] {
      expectEqual(values[name], "http://localhost:9080")
    }
    // What was excepted before may be the very hosts that are answered here.
    expectEqual(values["NO_PROXY"], "localhost,127.0.0.1,::1")
    expectNil(values["AZURE_AUTHORITY_HOST"])
    expectNil(values["AZURE_CORE_INSTANCE_DISCOVERY"])
    expectNil(values["ARM_DISABLE_INSTANCE_DISCOVERY"])
    expectEqual(
      values["JAVA_TOOL_OPTIONS"]?.hasSuffix(
        " -Dhttps.proxyHost=localhost -Dhttps.proxyPort=9080 -Dhttp.proxyHost=localhost -Dhttp.proxyPort=9080 "
          + "-Dhttp.nonProxyHosts=localhost|127.*|[::1]"), true)
    for name in Self.trust { expectEqual(values[name], "/home/me/mock idp/trust/bundle.pem") }
  }
}
