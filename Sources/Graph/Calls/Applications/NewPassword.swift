import Bytes
import Crypto
import Directory
import JSON
import Time
import Worlds

/// A client secret that the service makes (Microsoft: "application: addPassword"). Its text is shown once, in the answer.
struct NewPassword {
  let text: String
  var secret: ClientSecret
  /// Both times as the answer has them: those that were sent as they were sent, the others with the fractions of the second (observed).
  private let times: (start: String, end: String)

  /// The secret counts from now for two years, unless the body says otherwise (observed). The service chooses the id.
  /// - Throws: a `GraphError` for a time that is none, and for an end before the start.
  init(_ body: JSONValue, _ call: Call) throws(GraphError) {
    let entropy = call.world.entropy
    // The form of the service's secrets: forty characters with `8Q~` behind the third (observed).
    let characters = String(entropy.token(30).filter { $0 != "_" && $0 != "-" } + entropy.token(30))
    text = characters.prefix(3) + "8Q~" + characters.dropFirst(3).prefix(34)
    let start = try Self.time(body, "startDateTime") ?? call.now
    let end = try Self.time(body, "endDateTime") ?? start.twoYearsLater
    times = (
      body["startDateTime"]?.string ?? start.iso8601Ticks, body["endDateTime"]?.string ?? end.iso8601Ticks
    )
    guard start < end else { throw .invalidValue("endDateTime", of: "PasswordCredential") }
    secret = ClientSecret(
      id: Identifier(entropy.guid()), digest: SecretDigest(text, salt: entropy.bytes(16)),
      hint: String(text.prefix(3)), startsAt: start, expiresAt: end)
    secret.displayName = body["displayName"]?.string
  }

  private static func time(_ body: JSONValue, _ name: String) throws(GraphError) -> UnixTime? {
    guard let value = body[name], value != .null else { return nil }
    guard let time = value.string.flatMap({ UnixTime(iso8601: $0) }) else {
      throw .invalidValue(name, of: "PasswordCredential")
    }
    return time
  }

  /// The answer to `addPassword`.
  var shown: JSONObject {
    var members = secret.shown.object ?? [:]
    members["secretText"] = .string(text)
    members["startDateTime"] = .string(times.start)
    members["endDateTime"] = .string(times.end)
    return members
  }
}

extension UnixTime {
  /// The same day and time two years later; 28 February in the place of the 29th.
  fileprivate var twoYearsLater: UnixTime {
    let text = iso8601
    guard let year = Int(text.prefix(4)) else { return self + .days(730) }
    let rest = text.dropFirst(4)
    return UnixTime(iso8601: "\(year + 2)\(rest)")
      ?? UnixTime(iso8601: "\(year + 2)-02-28\(rest.dropFirst(6))") ?? self + .days(730)
  }
}
