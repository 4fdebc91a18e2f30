import Bytes
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JSON
import TestSupport
import Testing

@testable import MockIdP

/// The HTTP layer of a client library that cannot run here. Each replay gives every header and parameter of its library; this
/// sends them and keeps the requests in order.
final class WireClient {
  let http: HTTPClient
  /// The fields that the library puts on each of its own requests.
  var fields: [(String, String)] = []
  /// `METHOD path` of everything sent, without query.
  private(set) var sent: [String] = []

  init(_ http: HTTPClient) { self.http = http }

  func get(_ url: String, _ extra: [(String, String)] = []) throws -> HTTPClientResponse {
    note("GET", url)
    return try http.send(method: "GET", url: url, fields: fields + extra)
  }

  func post(
    _ url: String, _ form: [(String, String)], _ extra: [(String, String)] = [],
    type: String = "application/x-www-form-urlencoded"
  ) throws -> HTTPClientResponse {
    note("POST", url)
    return try http.send(
      method: "POST", url: url, fields: fields + extra + [("Content-Type", type)],
      body: Array(FormFields(form).query.utf8))
  }

  private func note(_ method: String, _ url: String) {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let path = rest.drop { $0 != "/" }.prefix { $0 != "?" }
    sent.append("\(method) \(path)")
  }
}

/// The system browser or web view of such a library, with a person before it who knows the seeded password.
final class WireBrowser {
  /// What came back to the app.
  struct Redirected {
    enum Mode { case query, fragment, formPost }

    let mode: Mode
    /// The redirect URI as the server spelled it.
    let address: String
    let parameters: FormFields

    subscript(_ name: String) -> String? { parameters[name] }
  }

  private static let user = "alice@contoso.onmicrosoft.com"
  private let http: HTTPClient
  private var cookies: [String: String] = [:]
  /// The fields a web view adds to each request.
  var fields: [(String, String)] = []

  init(_ http: HTTPClient) { self.http = http }

  /// Opens the address and goes on, page by page, until the app's redirect URI is reached.
  func open(_ url: String, until redirectURI: String) throws -> Redirected {
    var answer = try get(url)
    for _ in 0..<8 {
      if let location = answer.fields["Location"] {
        if Self.isBack(location, redirectURI) { return Self.redirected(location) }
        // Web views leave the flow at a page of plain http.
        #expect(location.hasPrefix("https://") || location.hasPrefix("/"))
        answer = try get(location)
        continue
      }
      guard let form = HTMLForm(in: answer.text) else { throw TestFault("no form: \(answer.status) \(answer.text)") }
      if Self.isBack(form.action, redirectURI) {
        expectEqual(form.method.lowercased(), "post")
        return Redirected(mode: .formPost, address: form.action, parameters: FormFields(form.fields))
      }
      #expect(form.action.hasPrefix("https://"))
      answer = keep(
        try http.send(
          method: "POST", url: form.action,
          fields: fields + cookieFields + [("Content-Type", "application/x-www-form-urlencoded")],
          body: Array(filled(form).query.utf8)))
    }
    throw TestFault("the pages do not end")
  }

  /// Opens an address and stays there.
  func get(_ url: String) throws -> HTTPClientResponse {
    keep(try http.send(method: "GET", url: url, fields: fields + cookieFields))
  }

  private func filled(_ form: HTMLForm) -> FormFields {
    var fields = FormFields(form.fields)
    for (name, value) in [("loginfmt", Self.user), ("passwd", SeededDirectory.password)] where form[name] != nil {
      fields.set(name, value)
    }
    if let tile = form.buttons.first(where: { $0.account == Self.user }), let name = tile.name {
      fields.set(name, tile.value ?? "")
    }
    return fields
  }

  private var cookieFields: [(String, String)] {
    cookies.isEmpty
      ? [] : [("Cookie", cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))]
  }

  private func keep(_ answer: HTTPClientResponse) -> HTTPClientResponse {
    for cookie in answer.fields.all("Set-Cookie") {
      let pair = cookie.prefix { $0 != ";" }
      guard let equals = pair.firstIndex(of: "=") else { continue }
      let value = String(pair[pair.index(after: equals)...])
      cookies[String(pair[..<equals])] = value.isEmpty ? nil : value
    }
    return answer
  }

  private static func isBack(_ location: String, _ redirectURI: String) -> Bool {
    let address = location.prefix { $0 != "?" && $0 != "#" }
    return address == redirectURI || address == redirectURI + "/"
  }

  private static func redirected(_ location: String) -> Redirected {
    let mark = location.firstIndex { $0 == "?" || $0 == "#" } ?? location.endIndex
    return Redirected(
      mode: location[mark...].first == "#" ? .fragment : .query, address: String(location[..<mark]),
      parameters: FormFields(parsing: location[mark...].dropFirst()) ?? FormFields())
  }
}
