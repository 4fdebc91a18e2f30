import Bytes

/// The hosts that a browser asks by itself: for updates, its settings, lists of dangerous sites. No page and no test made
/// these requests, so lists of exchanges show them as one line.
enum BrowserChatter {
  /// A name, or with a dot at its beginning all names below it: Chromium and Chrome, Firefox, Edge.
  private static let hosts = """
    accounts.google.com .clients.google.com clients1.google.com clients2.google.com clients3.google.com \
    clients4.google.com clients5.google.com clients6.google.com clients2.googleusercontent.com mtalk.google.com \
    .gvt1.com edgedl.me.gvt1.com update.googleapis.com \
    optimizationguide-pa.googleapis.com content-autofill.googleapis.com safebrowsing.googleapis.com \
    safebrowsingohttpgateway.googleapis.com passwordsleakcheck-pa.googleapis.com .push.apple.com \
    .mozilla.com .mozilla.net .mozilla.org .firefox.com ciscobinary.openh264.org \
    edge.microsoft.com config.edge.skype.com .smartscreen.microsoft.com msedge.api.cdp.microsoft.com ntp.msn.com
    """.split(separator: " ")

  /// Whether a browser asks that host by itself. The host may have a port behind it.
  static func has(_ host: String) -> Bool {
    let name = ASCII.lowercased(String(host.prefix { $0 != ":" }))
    return hosts.contains { $0.first == "." ? name.hasSuffix($0) : name == $0 }
  }
}
