import HTTPWire
import Worlds

/// Answers every path below a version that Graph does not serve. The token is checked first, so that a client without a
/// token gets the error about the token.
struct UnknownSegmentEndpoint: GraphEndpoint {
  let name = EndpointName.graph
  let segment: String

  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse {
    throw GraphError.unknownSegment(segment)
  }
}
