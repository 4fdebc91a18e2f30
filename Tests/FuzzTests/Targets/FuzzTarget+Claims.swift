import Bytes
import Directory
import JSON
import Policy
import Time

@testable import Authority

extension FuzzTarget {
  /// The `claims` parameter: refused when it is not a JSON object, and otherwise nothing that it does not say.
  static let claims = FuzzTarget(
    name: "claims", summary: "the claims parameter of a request", maximumBytes: 1_024
  ) { bytes in
    let text = FuzzInput.text(bytes)
    let isObject = text.isEmpty || (try? JSONValue.parse(text))?.object != nil
    let claims: ClaimsParameter
    do throws(Refusal) {
      claims = try ClaimsParameter(text)
    } catch {
      try require(!isObject, "a JSON object is refused")
      try require(error.code == 90023, "refused with AADSTS\(error.code)")
      return
    }
    try require(isObject, "what is not a JSON object is accepted")
    let said = text.isEmpty ? [] : strings(try JSONValue.parse(text))
    // A capability comes back in the client's letters.
    try require(
      claims.capabilities.count <= 1 && claims.capabilities.allSatisfy { ASCII.equalIgnoringCase($0, "cp1") },
      "\(claims.capabilities)")
    try require(Set(claims.request.methods ?? []).isSubset(of: ["mfa", "ngcmfa"]), "\(claims.request.methods ?? [])")
    for context in claims.request.contexts + claims.capabilities {
      try require(said.contains { $0.hasSameBytes(as: context) }, "'\(context)' is not in the text")
    }
    if let time = claims.request.notBefore {
      try require((0..<253_402_300_800).contains(time.seconds), "a time at \(time.seconds)")
      _ = time.iso8601
    }
    // It is kept with the code and the refresh token.
    let kept = try JSONCoding.encode(claims.request)
    let again = try JSONCoding.decode(ClaimsRequest.self, from: JSONValue.parse(kept.serialized))
    try require(again == claims.request, "kept as \(kept.text), it is another request")
    let merged = claims.request.merged(with: claims.request)
    try require(Set(merged.contexts) == Set(claims.request.contexts), "merged with itself it asks for other contexts")
    try require(merged.notBefore == claims.request.notBefore, "merged with itself it asks for another time")
  }

  private static func strings(_ value: JSONValue) -> [String] {
    if let text = value.string { return [text] }
    return (value.array ?? value.object?.members.map(\.value) ?? []).flatMap(strings)
  }
}
