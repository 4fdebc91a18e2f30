import Policy

/// A refusal of Microsoft Graph, which becomes the error body (Microsoft: "Microsoft Graph error responses and resource
/// types"). It has no AADSTS number. Clients decide by `code` and the status.
package struct GraphError: Error, Sendable, Hashable {
  /// The values of `code` in the error body.
  package enum Code: String, Sendable, CaseIterable {
    case badRequest = "BadRequest"
    case enabledEntitlement = "CannotDeleteOrUpdateEnabledEntitlement"
    case failedDependency = "FailedDependency"
    case imageNotFound = "ImageNotFound"
    case invalidAuthenticationToken = "InvalidAuthenticationToken"
    case identityNotFound = "Authorization_IdentityNotFound"
    case requestDenied = "Authorization_RequestDenied"
    /// Graph has the operation and this server does not.
    case notImplemented
    /// What `addKey` answers to a proof that does not count.
    case missingOrMalformedProof = "Authentication_MissingOrMalformed"
    case multipleObjectsWithSameKey = "Request_MultipleObjectsWithSameKeyValue"
    case malformedRequest = "Request_BadRequest"
    case resourceNotFound = "Request_ResourceNotFound"
    /// What extensions answer in the place of `Request_ResourceNotFound` (observed).
    case extensionNotFound = "ResourceNotFound"
    case serviceNotAvailable
    case tooManyRequests = "TooManyRequests"
    case syncStateNotFound
    case unsupportedMediaType = "UnsupportedMediaType"
    case unsupportedQuery = "Request_UnsupportedQuery"
  }

  /// From 400 to 599.
  package var status: Int
  /// The journal and the patterns of rules have it as the exchange's error.
  package var code: Code
  /// The service's text where it was observed. Clients should show it and not decide by it.
  package var message: String
  /// Why, for the journal. The client does not get it.
  package var reason: String
  /// JSON, as text: the claims that the client must request. With them the `WWW-Authenticate` field of a 401 is a
  /// claims challenge.
  package var claims: String?
  /// How long the client has to wait, in the field `Retry-After` in whole seconds. Nil: the answer does not say.
  package var retryAfter: Duration?
  /// The property that is at fault, where Graph names it in `details`.
  package var detail: Detail?
  /// The methods of the `Allow` field (RFC 9110 §10.2.1). Empty: the answer has no such field.
  package var allowedMethods: [String] = []
  /// Whether this server lacks what the client asked for, and Graph has it. The answer then names this server, so that
  /// nobody looks for the mistake in the app.
  package var isNotServed = false

  /// One of `details` in the error body: it repeats the message.
  package struct Detail: Sendable, Hashable {
    package enum Code: String, Sendable {
      case invalidValue = "InvalidValue"
      case noBackingApplication = "NoBackingApplicationObject"
      case objectConflict = "ObjectConflict"
    }

    package let code: Code
    package let target: String
  }

  /// The error with the property that is at fault.
  func about(_ property: String, _ code: Detail.Code) -> Self {
    var error = self
    error.detail = Detail(code: code, target: property)
    return error
  }

  init(_ status: Int, _ code: Code, _ message: String, because reason: String) {
    self.status = status
    self.code = code
    self.message = message
    self.reason = reason
  }
}

// MARK: The request

extension GraphError {
  /// The error for a path segment that Graph does not serve: 400 and not 404 (observed).
  static func unknownSegment(_ segment: String) -> Self {
    Self(
      400, .badRequest, "Resource not found for the segment '\(segment)'.",
      because: "nothing is served under '\(segment)'")
  }

  static func invalidVersion(_ version: String) -> Self {
    Self(400, .badRequest, "Invalid version: \(version)", because: "the versions are v1.0 and beta")
  }

  /// The error for a property that the type does not have. Of `beta` the server knows less than Graph has, so there it
  /// does not call a property unknown.
  static func unknownProperty(_ name: String, of type: ObjectType, _ version: GraphVersion) -> Self {
    if version == .beta { return .notServed("the property '\(name)' of \(type.name) in beta") }
    return Self(
      400, .badRequest,
      "Parsing OData Select and Expand failed: "
        + "Could not find a property named '\(name)' on type 'microsoft.graph.\(type.name)'.",
      because: "a \(type.name) has no property '\(name)'")
  }

  static func cannotExpand(_ name: String, of type: ObjectType) -> Self {
    Self(
      400, .malformedRequest,
      "Parsing OData Select and Expand failed: "
        + "Could not find a property named '\(name)' on type 'microsoft.graph.\(type.name)'.",
      because: "'\(name)' cannot be expanded"
        + (type.expandable.isEmpty ? "" : ", only \(type.expandable.map { "'\($0)'" }.joined(separator: ", ")) can"))
  }

  static let malformedQuery = Self(
    400, .badRequest, "Malformed query string.", because: "the query string is not UTF-8")

  static func methodNotAllowed(_ method: String, allowed: [String]) -> Self {
    var error = Self(
      405, .malformedRequest, "Specified HTTP method is not allowed for the request target.",
      because: "\(method) is not possible here, only \(allowed.joined(separator: ", "))")
    error.allowedMethods = allowed
    return error
  }
}

// MARK: The service

extension GraphError {
  /// The error for an operation, a segment, a property or an option that Graph has and this server lacks. It is 501,
  /// which no client tries again, and its message says whose gap it is: an SDK shows the message and nothing else.
  static func notServed(_ what: String) -> Self {
    var error = Self(
      501, .notImplemented, "mockidp does not serve \(what). Microsoft Graph does, so the request is not a mistake.",
      because: "mockidp does not serve \(what)")
    error.isNotServed = true
    return error
  }

  /// The error for a body in an encoding other than gzip (RFC 9110 §15.5.16).
  static func unsupportedEncoding(_ name: String) -> Self {
    Self(
      415, .unsupportedMediaType, "The content encoding of the request is not supported.",
      because: "Content-Encoding is '\(name)', and a body may be gzip or plain")
  }

  /// The error for a body that is not gzip or becomes too large. The server does not unpack the rest of it.
  static func unreadableEncoding(because reason: String) -> Self {
    Self(400, .malformedRequest, "The compressed body of the request cannot be read.", because: reason)
  }

  /// The error for a call that a rule refuses with an AADSTS number. Status 429 becomes throttling, 500 and above an
  /// outage; all others become 401, as for an invalid token.
  init(_ refusal: Refusal) {
    let code: Code =
      switch refusal.status {
      case 429: .tooManyRequests
      case 500...: .serviceNotAvailable
      default: .invalidAuthenticationToken
      }
    self.init(
      code == .invalidAuthenticationToken ? 401 : refusal.status, code, refusal.description,
      because: "a rule refuses with \(refusal.label)")
    claims = refusal.claims
    retryAfter = refusal.retryAfter.map { .seconds($0) }
  }

  /// The error for a call that the service cannot answer, because a rule says so or because of a failure of its own.
  package static func unavailable(because reason: String) -> Self {
    Self(503, .serviceNotAvailable, "The service is temporarily unavailable.", because: reason)
  }

  /// Throttling (Microsoft: "Microsoft Graph throttling guidance"; the body was observed).
  package static func throttled(retryAfter: Duration, because reason: String) -> Self {
    var error = Self(429, .tooManyRequests, "Too many requests.", because: reason)
    error.retryAfter = retryAfter
    return error
  }
}
