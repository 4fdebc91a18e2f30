import Policy

/// A refusal of Microsoft Graph: what becomes the error body of a resource (Microsoft: "Microsoft Graph error responses and
/// resource types"). It has no AADSTS number; clients branch on `code` and the status.
package struct GraphError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, CaseIterable {
    case badRequest = "BadRequest"
    case failedDependency = "FailedDependency"
    case imageNotFound = "ImageNotFound"
    case invalidAuthenticationToken = "InvalidAuthenticationToken"
    case identityNotFound = "Authorization_IdentityNotFound"
    case requestDenied = "Authorization_RequestDenied"
    case multipleObjectsWithSameKey = "Request_MultipleObjectsWithSameKeyValue"
    case malformedRequest = "Request_BadRequest"
    case resourceNotFound = "Request_ResourceNotFound"
    case serviceNotAvailable
    case tooManyRequests = "TooManyRequests"
    case unsupportedQuery = "Request_UnsupportedQuery"
  }

  package var status: Int
  package var code: Code
  package var message: String
  /// What the journal says, for people; clients never see it.
  package var reason: String
  /// Claims the client shall ask for, JSON as text: makes the `WWW-Authenticate` of a 401 a claims challenge.
  package var claims: String?
  package var retryAfter: Duration?
  /// The methods of an `Allow` field (RFC 9110 §10.2.1).
  package var allowedMethods: [String] = []

  init(_ status: Int, _ code: Code, _ message: String, because reason: String) {
    self.status = status
    self.code = code
    self.message = message
    self.reason = reason
  }
}

// MARK: The request

extension GraphError {
  /// A path segment that leads nowhere is 400 and not 404 (observed).
  static func unknownSegment(_ segment: String) -> Self {
    Self(
      400, .badRequest, "Resource not found for the segment '\(segment)'.",
      because: "nothing is served under '\(segment)'")
  }

  static func invalidVersion(_ version: String) -> Self {
    Self(400, .badRequest, "Invalid version: \(version)", because: "the versions are v1.0 and beta")
  }

  static func unknownProperty(_ name: String, of type: ObjectType) -> Self {
    Self(
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
      because: "'\(name)' cannot be expanded" + (type.canExpandManager ? ", only 'manager' can" : ""))
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
  /// What a rule makes of a call by refusing with an AADSTS number: an outage, throttling, or a dead token.
  init(_ refusal: Refusal) {
    let code: Code =
      switch refusal.status {
      case 429: .tooManyRequests
      case 500...: .serviceNotAvailable
      default: .invalidAuthenticationToken
      }
    self.init(
      code == .invalidAuthenticationToken ? 401 : refusal.status, code, refusal.description,
      because: "a rule refuses with AADSTS\(refusal.code)")
    claims = refusal.claims
    retryAfter = refusal.retryAfter.map { .seconds($0) }
  }

  /// What a call gets that the service failed to answer, on purpose or not.
  package static func unavailable(because reason: String) -> Self {
    Self(503, .serviceNotAvailable, "The service is temporarily unavailable.", because: reason)
  }

  /// Throttling (Microsoft: "Microsoft Graph throttling guidance"; body observed).
  package static func throttled(retryAfter: Duration, because reason: String) -> Self {
    var error = Self(429, .tooManyRequests, "Too many requests.", because: reason)
    error.retryAfter = retryAfter
    return error
  }
}
