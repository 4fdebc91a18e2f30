import JOSE
import JSON
import Policy
import Time

/// A token for the terminal: header and claims in columns, with times explained. The signature is not checked.
struct DecodedToken: Sendable {
  /// Claims that hold seconds since 1970.
  private static let times = Set(Claim.all.filter(\.isTime).map(\.name))
  /// Claims whose distance from `iat` tells more than their date.
  private static let relativeTimes: Set<String> = ["nbf", "exp", "auth_time"]

  private let token: JWS

  /// - Throws: `CommandError` for a text that is not a JWT.
  init(_ text: String) throws(CommandError) {
    do throws(JOSEError) {
      token = try JWS.parse(text)
    } catch { throw CommandError("the access token cannot be decoded: \(error)") }
  }

  var json: JSONValue { ["header": token.header, "claims": token.payload] }

  func text(_ palette: Palette) -> String {
    let header = token.header.object?.members ?? []
    let claims = token.payload.object?.members ?? []
    let width = ((header + claims).map(\.name.count).max() ?? 0) + 2
    func rows(_ members: [JSONObject.Member]) -> [String] {
      members.map { "  " + Columns.padded($0.name, to: width) + value($0, palette) }
    }
    let lines = [palette.bold("Header")] + rows(header) + ["", palette.bold("Claims")] + rows(claims)
    return lines.joined(separator: "\n") + "\n"
  }

  private func value(_ member: JSONObject.Member, _ palette: Palette) -> String {
    let plain = member.value.string ?? member.value.text
    guard Self.times.contains(member.name), let seconds = member.value.integer else { return plain }
    return plain + "  " + palette.dim(explained(seconds, isRelative: Self.relativeTimes.contains(member.name)))
  }

  /// `2026-01-05 10:05:00Z, 65 minutes after iat`.
  private func explained(_ seconds: Int64, isRelative: Bool) -> String {
    let time = UnixTime(seconds: seconds).entraTimestamp
    guard isRelative, let base = token.payload["iat"]?.integer else { return time }
    let (difference, overflow) = seconds.subtractingReportingOverflow(base)
    guard !overflow, difference != 0 else { return overflow ? time : time + ", at iat" }
    return "\(time), \(Duration.seconds(difference.magnitude).spokenText) \(difference < 0 ? "before" : "after") iat"
  }
}
