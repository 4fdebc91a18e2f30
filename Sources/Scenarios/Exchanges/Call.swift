package import Bytes
package import HTTPWire
package import Policy
package import Time

/// One request with everything an endpoint may know about where and when it is.
package struct Call: Sendable {
  package let request: HTTPRequest
  package let origin: Origin
  package let world: World
  /// The world's time, read once: an answer is about one moment.
  package let now: UnixTime
  /// Whether the request waited for what an endpoint's `PostponedAnswer` asked for.
  package let hasWaited: Bool
  /// The parameters of the URL; none when it has no query, nil when they cannot be read.
  package let query: FormFields?

  package init(request: HTTPRequest, origin: Origin, world: World, hasWaited: Bool = false) {
    self.hasWaited = hasWaited
    self.request = request
    self.origin = origin
    self.world = world
    now = world.now
    query = request.query.map { FormFields(parsing: $0) } ?? FormFields()
  }
}

/// One place of the service. Its one function is total: whatever it throws is rendered by the front as a service failure.
package protocol Endpoint: Sendable {
  /// The name under which rules and the journal know it.
  var name: EndpointName { get }

  /// Answers the call and writes down in `exchange` what it understood, decided and did. Throws `PostponedAnswer` when the answer
  /// needs documents of other servers first.
  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse
}
