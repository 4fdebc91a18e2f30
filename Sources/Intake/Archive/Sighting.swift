import Bytes
import LooseFormats

/// What one exchange of an archive shows.
struct Sighting: Sendable {
  enum Kind: Sendable {
    /// The app sent the browser to authorize.
    case authorize
    /// The browser sent back one of the service's forms.
    case form
    case token
    case graph
    case logout
  }

  /// How the exchange ended.
  enum End: Sendable {
    /// A page for a person, by its name in `$Config`, with the number of the refusal on it.
    case page(String, Int?)
    /// The app got a code.
    case code
    /// The app got tokens.
    case tokens
    /// The app, or the person, got a refusal with this number, and the word of OAuth where there is one.
    case refused(Int, word: String)
    /// The service was in trouble: a status of HTTP and nothing of OAuth.
    case trouble
    case served
    /// Nothing that counts.
    case other
  }

  let entry: ArchiveEntry
  let kind: Kind
  let end: End
  /// The client id of the request, in small letters; forms of the service name none.
  let client: String?

  private static let graphHosts =
    "graph.microsoft.com graph.microsoft.us dod-graph.microsoft.us microsoftgraph.chinacloudapi.cn"

  static func isService(_ host: String) -> Bool { Authority.isEntra(host) || graphHosts.hasWord(host) }

  /// Hosts of sign-ins that this service is not: the report names them.
  static func isNeighbour(_ host: String) -> Bool {
    host.hasSuffix(".b2clogin.com") || host.hasSuffix(".ciamlogin.com") || host == "login.live.com"
  }

  /// Nil for an exchange with somebody else, and for documents that say nothing of what happened.
  init?(_ entry: ArchiveEntry) {
    self.entry = entry
    client = (entry.form["client_id"] ?? entry.address.fields["client_id"]).flatMap { GUID($0)?.description }
    let path = entry.address.path.map { ASCII.lowercased($0) }
    if Self.graphHosts.hasWord(entry.address.host) {
      guard entry.method != "options", ["v1.0", "beta"].contains(path.first ?? "") else { return nil }
      kind = .graph
      end = entry.status < 400 && entry.status > 0 ? .served : .trouble
      return
    }
    guard Authority.isEntra(entry.address.host), entry.method != "options" else { return nil }
    let isProtocol = path.count > 2 && path[1] == "oauth2"
    switch path.last {
    case "token" where isProtocol && entry.method == "post":
      kind = .token
      end = Self.tokenEnd(entry)
    case "authorize" where isProtocol:
      kind = .authorize
      end = Self.browserEnd(entry)
    case "logout" where isProtocol:
      kind = .logout
      end = .served
    default:
      guard entry.method == "post" || ArchiveText.page(entry.body) != nil else { return nil }
      kind = .form
      end = Self.browserEnd(entry)
      if case .other = end { return nil }
    }
  }

  private static func tokenEnd(_ entry: ArchiveEntry) -> End {
    let body = entry.json
    if entry.status == 200, body?["access_token"] != nil || body?["id_token"] != nil { return .tokens }
    guard let word = body?["error"]?.text else { return entry.status == 200 ? .other : .trouble }
    let listed = body?["error_codes"]?.items.compactMap(\.text).compactMap { Int($0) }.first
    guard let code = listed ?? ArchiveText.code(in: body?["error_description"]?.text ?? "") else { return .trouble }
    return .refused(code, word: word)
  }

  /// How authorize or a form ends: the app is sent something, by redirect or by a form that sends itself, or a page is shown.
  private static func browserEnd(_ entry: ArchiveEntry) -> End {
    if let location = entry.location, !Authority.isEntra(location.host) {
      if let word = location.fields["error"] {
        let said = location.fields["error_description"] ?? ""
        return .refused(ArchiveText.code(in: said) ?? 0, word: word)
      }
      if location.fields["code"] != nil || location.fields["id_token"] != nil { return .code }
    }
    if entry.body.firstPlace(of: "name=\"error\"") != nil, let code = ArchiveText.code(in: entry.body) {
      return .refused(code, word: "")
    }
    if entry.body.firstPlace(of: "name=\"code\"") != nil { return .code }
    if let page = ArchiveText.page(entry.body) { return .page(page.name, page.code) }
    return entry.status >= 500 || entry.status == 429 ? .trouble : .other
  }
}
