import HTTPWire
import Worlds

/// Answers every path below a version that this server does not serve. The token is checked first, so that a client
/// without a token gets the error about the token.
struct UnknownSegmentEndpoint: GraphEndpoint {
  let name = EndpointName.graph
  /// The first segment that no route has at its place.
  let segment: String
  /// The segment before it; nil when it is the first one.
  let collection: String?
  let version: GraphVersion

  /// Throws Graph's error for a segment that Graph does not have, and `notServed` for one that it has. The server knows
  /// the names of `v1.0` alone, so in `beta` it calls no name unknown.
  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse {
    let isGraphs =
      EmptyList.isOne(collection) || (version == .beta ? GraphPath.isName(segment) : GraphSegments.contains(segment))
    throw isGraphs ? GraphError.notServed("the segment '\(segment)' at this place") : .unknownSegment(segment)
  }
}
