import HTTPWire
import Worlds

/// Answers every path below a version that this server does not serve. The token is checked first, so that a client
/// without a token gets the error about the token.
struct UnknownSegmentEndpoint: GraphEndpoint {
  let name = EndpointName.graph
  /// The path below the version.
  let segments: [String]
  /// The first segment that no route has at its place.
  let segment: String
  /// The collection behind which the path has no key; nil for a path without such a place.
  let emptyKeyOf: String?
  let version: GraphVersion

  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse {
    if let emptyKeyOf { throw GraphError.emptyKey(of: emptyKeyOf) }
    let error = GraphError.unserved(
      call.request.method, segments, version, as: "the segment '\(segment)' at this place", allowed: [])
    if error.isNotServed, let refusal = GraphError.refusedByOneNote(token, at: segments) { throw refusal }
    if error.isNotServed, let refusal = ElsewhereCalls.refusal(at: segments, of: call, token, version) { throw refusal }
    throw error
  }
}
