import HTTPWire
import Platform

/// What a browser on Linux needs to trust the server: Chromium and Firefox read no variable, but a certificate database in
/// the home directory or in the profile.
struct BrowserTrust: Sendable, Hashable {
  /// A home directory for Chromium and its kin, in which the certificate database is where they look.
  let home: String
  /// A profile of Firefox, with the certificate database and, for a server that is reached through its proxy, the proxy.
  let profile: String

  init(in directory: String) {
    home = directory + "/home"
    profile = directory + "/firefox"
  }

  var variables: [RuntimeEnvironment.Variable] {
    [
      .init("MOCKIDP_BROWSER_HOME", home, "Chromium, Chrome, Edge: the HOME in which they trust the server."),
      .init("MOCKIDP_FIREFOX_PROFILE", profile, "Firefox: a profile that trusts the server."),
    ]
  }

  /// Writes the databases, or brings older ones up to date. `authority` is the path of the file with the authority's
  /// certificate, `proxy` the URL of the proxy that Firefox shall use. Without a proxy Firefox has the system's setting.
  ///
  /// - Throws: `CommandError` when `certutil` is missing or fails.
  func write(authority: String, proxy: String?, environment: [String: String]) throws(CommandError) {
    guard let certutil = ChildProcess.path(of: "certutil", in: environment) else {
      throw CommandError(
        "--browser needs certutil, which writes a browser's certificate database; Debian and Ubuntu have it in "
          + "libnss3-tools, Fedora in nss-tools, Alpine in nss-tools, Arch and Homebrew in nss")
    }
    for database in [home + "/.pki/nssdb", profile] {
      Self.makeDirectory(database)
      func run(_ words: String...) throws(CommandError) {
        let answer = ChildProcess.output([certutil, "-d", "sql:\(database)"] + words, environment: environment)
        guard answer?.code == .success else {
          throw CommandError("certutil cannot write \(database): \(answer?.text ?? "it does not answer")")
        }
      }
      if !TextFile.exists(database + "/cert9.db") { try run("-N", "--empty-password") }
      // An authority of an earlier time has the same name. There may be none.
      try? run("-D", "-n", "mockidp")
      try run("-A", "-n", "mockidp", "-t", "C,,", "-i", authority)
    }
    try TextFile.replace(profile + "/user.js", with: Self.preferences(proxy))
  }

  /// Firefox reads these lines at each start. It does not read the variables of a proxy.
  static func preferences(_ proxy: String?) -> String {
    guard let proxy, let address = RuntimeEnvironment.address(of: proxy) else { return "" }
    let port = address.port ?? 80
    return """
      user_pref("network.proxy.type", 1);
      user_pref("network.proxy.http", "\(address.host)");
      user_pref("network.proxy.http_port", \(port));
      user_pref("network.proxy.ssl", "\(address.host)");
      user_pref("network.proxy.ssl_port", \(port));
      user_pref("network.proxy.no_proxies_on", "localhost, 127.0.0.1");

      """
  }

  /// Removes both directories with all that browsers have written into them.
  static func remove(_ directory: String, environment: [String: String]) {
    _ = ChildProcess.output(["/bin/rm", "-rf", "--", directory], environment: environment)
  }

  /// A directory that cannot be made shows in the next step.
  private static func makeDirectory(_ path: String) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
  }
}
