import Bytes
import HTTPWire
import JSON

/// Makes requests of addresses.
enum RequestWriter {
  private static let signIn = "https://login.microsoftonline.com"

  /// `address` is a URL, or a path of the sign-in host.
  static func request(
    _ method: String, _ address: String, fields: [(String, String)] = [], body: [UInt8] = []
  ) -> HTTPRequest {
    let url = address.hasPrefix("/") ? signIn + address : address
    let isSecure = url.hasPrefix("https://")
    let rest = url.firstPlace(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let slash = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    var target = String(rest[slash...].prefix { $0 != "#" })
    if !target.hasPrefix("/") { target = "/" + target }
    let authority = ASCII.lowercased(String(rest[..<slash]))
    let mark = target.firstIndex(of: "?") ?? target.endIndex
    let query = mark == target.endIndex ? nil : String(target[mark...].dropFirst())
    var all = HTTPFields(fields)
    if all["Host"] == nil { all.append("Host", authority) }
    return HTTPRequest(
      method: method, path: String(target[..<mark]), query: query, fields: all, body: body, isSecure: isSecure,
      authority: authority)
  }

  static func request(_ recorded: RecordedRequest, _ names: Names) -> HTTPRequest {
    func filled(_ pairs: [(String, String)]) -> [(String, String)] {
      pairs.map { (names.filled($0.0), names.filled($0.1)) }
    }
    var fields = filled(recorded.fields)
    var address = names.filled(recorded.address)
    if !recorded.query.isEmpty {
      address += (address.contains("?") ? "&" : "?") + FormFields(filled(recorded.query)).encoded
    }
    func typed(_ type: String) {
      if !fields.contains(where: { ASCII.equalIgnoringCase($0.0, "Content-Type") }) {
        fields.append(("Content-Type", type))
      }
    }
    var body: [UInt8] = []
    switch recorded.body {
    case .none: break
    case .form(let form):
      typed("application/x-www-form-urlencoded")
      body = Array(FormFields(filled(form)).encoded.utf8)
    case .json(let value):
      typed("application/json")
      body = names.filled(value).serialized
    case .text(let text): body = Array(names.filled(text).utf8)
    }
    // A blank in an address is a mistake of no client.
    return request(recorded.method, address.exchanging(" ", for: "%20"), fields: fields, body: body)
  }
}
