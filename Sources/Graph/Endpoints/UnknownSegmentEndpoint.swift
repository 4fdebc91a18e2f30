import HTTPWire
import Scenarios

/// Everything below a version that is not served. The token is checked first, so that a client without one learns of that.
struct UnknownSegmentEndpoint: GraphEndpoint {
  let name = EndpointName.graph
  let segment: String

  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse {
    throw GraphError.unknownSegment(segment)
  }
}
