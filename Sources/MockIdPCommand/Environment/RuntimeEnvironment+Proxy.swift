import Bytes
import HTTPWire
import MockIdP

extension RuntimeEnvironment {
  /// Hosts that programs reach without the proxy. Java writes them in another form.
  private static let exceptions = "localhost,127.0.0.1,::1"
  private static let javaExceptions = "localhost|127.*|[::1]"

  /// In capital and in small letters, since programs disagree: curl reads `http_proxy` in small letters only.
  static func proxies(_ url: String) -> [Variable] {
    let purpose = "The forward proxy, which answers for Microsoft's hosts."
    let exception = "Reached without the proxy."
    return ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].map { Variable($0, url, purpose) }
      + ["NO_PROXY", "no_proxy"].map { Variable($0, exceptions, exception) } + [
        Variable("NODE_USE_ENV_PROXY", "1", "Has Node from version 24 read these variables.")
      ]
  }

  /// The Java virtual machine reads one variable only: which authority it trusts, and where its proxy is.
  static func java(_ files: TrustFiles, proxy: String?) -> Variable {
    var options = [
      "-Djavax.net.ssl.trustStore=\(files.trustStore)", "-Djavax.net.ssl.trustStoreType=PKCS12",
      "-Djavax.net.ssl.trustStorePassword=\(TrustFiles.password)",
    ]
    if let proxy, let address = address(of: proxy) {
      for scheme in ["https", "http"] {
        options += ["-D\(scheme).proxyHost=\(address.host)", "-D\(scheme).proxyPort=\(address.port ?? 80)"]
      }
      options.append("-Dhttp.nonProxyHosts=\(javaExceptions)")
    }
    // A word with a blank in it needs quotation marks.
    let words = options.map { $0.utf8.contains(0x20) ? "\"\($0)\"" : $0 }
    return Variable(
      "JAVA_TOOL_OPTIONS", words.joined(separator: " "), "Java: a trust store in place of the one it comes with.")
  }

  static func address(of url: String) -> HTTPAuthority? {
    guard let scheme = url.firstPlace(of: "://") else { return nil }
    return HTTPAuthority(url[scheme.upperBound...].prefix { $0 != "/" })
  }
}
