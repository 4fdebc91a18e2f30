package import Bytes
package import JSON

/// The two kinds of resources.
package enum SCIMKind: String, Sendable, Hashable, CaseIterable {
  case users = "Users"
  case groups = "Groups"
}

/// One request of Entra's provisioning, as a value: what stands in it, byte for byte, but for host, token and stamp.
package struct SCIMRequest: Sendable, Hashable {
  package var method: String
  /// What follows the tenant's URL: `/Users/{id}`, encoded.
  package var path: String
  /// Encoded, without the question mark. Empty for none.
  package var query = ""
  package var body: [UInt8] = []
  /// The media type of a body.
  package var contentType = Self.scimType + "; charset=utf-8"

  package static let scimType = "application/scim+json"

  package init(method: String, path: String, query: String = "", body: [UInt8] = []) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
  }

  package init(method: String, path: String, json: JSONValue) {
    self.init(method: method, path: path, body: json.serialized)
  }

  /// Path and query as they follow the tenant's URL.
  package var target: String { target(behind: "") }

  /// Path and query behind a text.
  func target(behind start: String) -> String {
    query.isEmpty ? start + path : String(pieces: start, path, "?", query)
  }

  /// Asks for the resource of a matching value; groups come without members. Nil for a value with `"` or `\`, which Entra does not
  /// support.
  package static func find(_ kind: SCIMKind, _ path: String, equals value: String) -> SCIMRequest? {
    guard !value.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) else { return nil }
    return find(kind, filter: String(pieces: path, " eq \"", value, "\""))
  }

  /// Asks by a filter in SCIM's words.
  package static func find(_ kind: SCIMKind, filter: String) -> SCIMRequest {
    let query = "filter=" + Percent.encodeForm(filter)
    return SCIMRequest(
      method: "GET", path: "/" + kind.rawValue, query: kind == .groups ? excluded + "&" + query : query)
  }

  private static let excluded = "excludedAttributes=members"

  /// Reads one resource by the server's id; a group without its members.
  package static func read(_ kind: SCIMKind, _ id: String) -> SCIMRequest {
    SCIMRequest(method: "GET", path: place(kind, id), query: kind == .groups ? excluded : "")
  }

  package static func create(_ kind: SCIMKind, _ body: JSONObject) -> SCIMRequest {
    SCIMRequest(method: "POST", path: "/" + kind.rawValue, json: .object(body))
  }

  package static func change(_ kind: SCIMKind, _ id: String, _ operations: [SCIMOperation], form: SCIMForm)
    -> SCIMRequest
  {
    SCIMRequest(method: "PATCH", path: place(kind, id), json: SCIMOperation.body(operations, form: form))
  }

  package static func delete(_ kind: SCIMKind, _ id: String) -> SCIMRequest {
    SCIMRequest(method: "DELETE", path: place(kind, id))
  }

  /// `/Users/{id}` with the id as one segment.
  package static func place(_ kind: SCIMKind, _ id: String) -> String {
    String(pieces: "/", kind.rawValue, "/", Percent.encode(id))
  }

  /// The header fields in their order: never a User-Agent of its own accord. `Host` and `Content-Length` are the client's.
  package func fields(token: String?, stamp: SCIMStamp?, userAgent: String? = nil) -> [(String, String)] {
    var fields: [(String, String)] = []
    fields.reserveCapacity(5)
    if let token { fields.append(("Authorization", "Bearer " + token)) }
    fields.append(("Accept", Self.scimType))
    if !body.isEmpty { fields.append(("Content-Type", contentType)) }
    if let userAgent { fields.append(("User-Agent", userAgent)) }
    if let stamp { fields.append(("Adscimversion", stamp.description)) }
    return fields
  }

  /// The command that sends the request again; the token is that of the variable `TOKEN`.
  package func curl(_ tenant: SCIMTenant) -> String {
    func quoted(_ text: String) -> String { "'" + text.exchanging("'", for: "'\\''") + "'" }
    var words = ["curl -i"]
    if method != "GET" { words.append("-X \(method)") }
    words.append("-H \"Authorization: Bearer $TOKEN\" -H 'Accept: \(Self.scimType)' -H 'User-Agent:'")
    if !body.isEmpty {
      words.append("-H 'Content-Type: \(contentType)' --data-binary \(quoted(String(decoding: body, as: UTF8.self)))")
    }
    words.append(quoted(tenant.base + target))
    return words.joined(separator: " ")
  }
}

/// What Entra puts into `Adscimversion`: the day, and the id of the cycle's work.
package struct SCIMStamp: Sendable, Hashable, CustomStringConvertible {
  /// `2026-01-05`.
  package let day: String
  package let activity: GUID
  /// The value of the field.
  package let description: String

  package init(day: String, activity: GUID) {
    self.day = day
    self.activity = activity
    description = "Date:\(day), ActivityId:\(activity)"
  }
}
