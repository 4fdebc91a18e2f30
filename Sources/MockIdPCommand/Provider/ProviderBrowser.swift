import Bytes
import Compression
import HTTPClient
import HTTPWire

/// A browser with cookies of its own that visits a service provider of SAML. It follows redirects up to the identity provider and no
/// further: what happens there is not its business.
final class ProviderBrowser {
  /// Where a way through the provider ends.
  enum Landing {
    case page(HTTPClientResponse)
    /// The provider sends its user to sign in, at this address with the request in it.
    case signIn(String)
  }

  private let http: HTTPClient
  /// By host, the names and values. Ports share them, as in browsers (RFC 6265 §8.5).
  private var cookies: [String: [(name: String, value: String)]] = [:]

  private static let mostRedirects = 10

  init(_ http: HTTPClient) { self.http = http }

  /// - Throws: `HTTPClientError` without an answer, and `CommandError` for redirects without an end.
  func open(_ url: String) throws -> Landing { try visit("GET", url, form: nil) }

  func post(_ form: FormFields, to url: String) throws -> Landing { try visit("POST", url, form: form) }

  private func visit(_ method: String, _ url: String, form: FormFields?) throws -> Landing {
    var (method, url, form) = (method, url, form)
    for _ in 0...Self.mostRedirects {
      if Self.isRequest(url) { return .signIn(url) }
      let answer = try send(method, url, form)
      guard let location = answer.fields["Location"], (300..<400).contains(answer.status) else {
        return Self.requestInForm(answer.text).map { .signIn($0) } ?? .page(answer)
      }
      url = Self.resolve(location, from: url)
      guard answer.status != 307, answer.status != 308 else { continue }
      (method, form) = ("GET", nil)
    }
    throw CommandError("\(url) redirects without an end")
  }

  private func send(_ method: String, _ url: String, _ form: FormFields?) throws(HTTPClientError) -> HTTPClientResponse
  {
    let host = Self.host(of: url)
    var fields = [("Accept", "text/html,*/*")]
    if let known = cookies[host], !known.isEmpty {
      fields.append(("Cookie", known.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")))
    }
    if method == "POST" {
      fields.append(("Content-Type", "application/x-www-form-urlencoded"))
      fields.append(("Origin", "null"))
    }
    let answer = try http.send(method: method, url: url, fields: fields, body: Array((form?.encoded ?? "").utf8))
    for field in answer.fields.all("Set-Cookie") { keep(String(field), host) }
    return answer
  }

  private func keep(_ field: String, _ host: String) {
    let parts = field.split(separator: ";").map { ASCII.trimmed($0) }
    guard let first = parts.first, let equals = first.utf8.firstIndex(of: 0x3D) else { return }
    let name = String(first[..<equals])
    let value = String(first[first.utf8.index(after: equals)...])
    cookies[host]?.removeAll { $0.name == name }
    let isOver = parts.dropFirst().contains { ASCII.lowercased($0) == "max-age=0" }
    if !isOver, !value.isEmpty { cookies[host, default: []].append((name, value)) }
  }

  // MARK: Addresses

  private static func isRequest(_ url: String) -> Bool {
    guard let mark = url.utf8.firstIndex(of: 0x3F) else { return false }
    return FormFields(parsing: url[url.utf8.index(after: mark)...])?.nonEmpty("SAMLRequest") != nil
  }

  static func host(of url: String) -> String {
    let origin = RemoteServer.origin(of: url)
    let authority = origin.firstPlace(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
    return ASCII.lowercased(String(HTTPAuthority(authority)?.host ?? String(authority)))
  }

  /// An address as a page at `base` means it (RFC 3986 §5, without dots).
  static func resolve(_ location: String, from base: String) -> String {
    if location.firstPlace(of: "://") != nil, !location.hasPrefix("/"), !location.hasPrefix("?") { return location }
    let origin = RemoteServer.origin(of: base)
    if location.hasPrefix("//") {
      return (origin.firstPlace(of: "://").map { String(origin[..<$0.lowerBound]) } ?? "https") + ":" + location
    }
    if location.hasPrefix("/") { return origin + location }
    let end = base.utf8.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? base.endIndex
    let path = base[..<end]
    if location.hasPrefix("?") { return path + location }
    guard path.utf8.count > origin.utf8.count, let slash = path.utf8.lastIndex(of: 0x2F) else {
      return "\(origin)/\(location)"
    }
    return path[...slash] + location
  }

  // MARK: Requests by POST

  /// The address by redirect that means the same as a form with a `SAMLRequest`. Nil for any other page.
  static func requestInForm(_ page: String) -> String? {
    guard let action = attribute("action", ofTag: "form", in: page, where: { _ in true }),
      let request = value(of: "SAMLRequest", in: page), let bytes = Base64.decode(request),
      let packed = Deflate.pack(bytes)
    else { return nil }
    var fields = FormFields([("SAMLRequest", Base64.encode(packed))])
    if let state = value(of: "RelayState", in: page) { fields.append("RelayState", state) }
    return action + (action.utf8.contains(0x3F) ? "&" : "?") + fields.encoded
  }

  private static func value(of field: String, in page: String) -> String? {
    attribute("value", ofTag: "input", in: page) { attribute("name", in: $0) == field }
  }

  private static func attribute(
    _ name: String, ofTag tag: String, in page: String, where fits: (Substring) -> Bool
  ) -> String? {
    var rest = page[...]
    while let place = rest.firstPlace(of: "<" + tag) {
      rest = rest[place.upperBound...]
      let end = rest.utf8.firstIndex(of: 0x3E) ?? rest.endIndex
      if fits(rest[..<end]) { return attribute(name, in: rest[..<end]) }
    }
    return nil
  }

  private static func attribute(_ name: String, in tag: Substring) -> String? {
    for quote in ["\"", "'"] {
      guard let place = tag.firstPlace(of: " \(name)=\(quote)") else { continue }
      let rest = tag[place.upperBound...]
      return CharacterReference.decoded(rest.prefix { String($0) != quote })
    }
    return nil
  }
}
