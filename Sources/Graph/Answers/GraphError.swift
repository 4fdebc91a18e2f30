import Bytes
import Mail
import Policy
import Worlds

/// A refusal of Microsoft Graph, which becomes the error body (Microsoft: "Microsoft Graph error responses and resource
/// types"). It has no AADSTS number. Clients decide by `code` and the status.
package struct GraphError: Error, Sendable, Hashable {
  /// The values of `code` in the error body, but for those that only the mail service and provisioning have: they stand in `MailRefusal` and
  /// in `ProvisioningCode`.
  package enum Code: String, Sendable, CaseIterable {
    /// What Conditional Access says of a token without the permission.
    case accessDenied = "AccessDenied"
    case badRequest = "BadRequest"
    /// What the service of the methods of users says of an address, in small letters.
    case methodsBadRequest = "badRequest"
    /// What the same service says of a token without the permission.
    case methodsDenied = "accessDenied"
    case enabledEntitlement = "CannotDeleteOrUpdateEnabledEntitlement"
    /// What the directory says of two permissions of an app that are one.
    case duplicateValue = "DuplicateValue"
    case failedDependency = "FailedDependency"
    /// What Exchange says to an app that writes what Exchange keeps of a group.
    case groupsAccessDenied = "ErrorGroupsAccessDenied"
    case hostNotVerified = "HostNameNotOnVerifiedDomain"
    case identifierURIEndsWithSlash = "IdentifierUrisEndsWithSlash"
    case imageNotFound = "ImageNotFound"
    /// What SharePoint says of a site that nobody has.
    case itemNotFound
    /// What Teams says of an address below the teams of a user.
    case notFound = "NotFound"
    /// What SharePoint says of a list with what it keeps of users.
    case invalidClientQuery = "-1, Microsoft.SharePoint.Client.InvalidClientQueryException"
    /// What Exchange says of a property that it does not filter by.
    case invalidProperty = "ErrorInvalidProperty"
    /// What the directory says of two federated credentials of an app that are one.
    case invalidFederation = "InvalidFederatedIdentityCredentialValue"
    /// What the directory says of a permission that an app does not have.
    case invalidValue = "InvalidValue"
    /// What the service of groups with a rule says of a property of nothing.
    case invalidObjectType = "InvalidObjectTypeException"
    /// What Exchange says of a filter that it cannot carry out.
    case invalidURLQueryFilter = "ErrorInvalidUrlQueryFilter"
    /// What reports say of a token without the permission for them.
    case permissionMissing = "Authentication_MSGraphPermissionMissing"
    /// What the report of sign-ins says of a key that it does not know.
    case reportRefused = "400"
    /// What reports say in a tenant without a license for them.
    case nonPremiumTenant = "Authentication_RequestFromNonPremiumTenantOrB2CTenant"
    case invalidAuthenticationToken = "InvalidAuthenticationToken"
    case identityNotFound = "Authorization_IdentityNotFound"
    case requestDenied = "Authorization_RequestDenied"
    /// Graph has the operation and this server does not.
    case notImplemented
    case jobExists = "Conflict"
    /// What OneNote's service says of a token that it does not take.
    case oneNoteUnauthorized = "40001"
    /// What `addKey` answers to a proof that does not count.
    case missingOrMalformedProof = "Authentication_MissingOrMalformed"
    case multipleObjectsWithSameKey = "Request_MultipleObjectsWithSameKeyValue"
    /// What the directory says of a certificate that is to end after it ends itself.
    case keyEndsTooLate = "KeyCredentialsInvalidEndDate"
    case malformedRequest = "Request_BadRequest"
    case resourceNotFound = "Request_ResourceNotFound"
    /// What extensions answer in the place of `Request_ResourceNotFound` (observed).
    case extensionNotFound = "ResourceNotFound"
    case expiredPageToken = "Directory_ExpiredPageToken"
    case serviceNotAvailable
    case tooManyRequests = "TooManyRequests"
    case syncStateNotFound
    case unsupportedMediaType = "UnsupportedMediaType"
    case unsupportedQuery = "Request_UnsupportedQuery"

    /// Whether the directory refuses, and not the front before it, the check of the token or another service.
    var isOfDirectory: Bool {
      switch self {
      case .duplicateValue, .enabledEntitlement, .expiredPageToken, .hostNotVerified, .identifierURIEndsWithSlash: true
      case .invalidFederation, .invalidValue, .keyEndsTooLate: true
      default: rawValue.hasPrefix("Request_") || rawValue.hasPrefix("Authorization_")
      }
    }
  }

  /// From 400 to 599.
  package var status: Int
  /// The value of `code` in the error body. The journal and the patterns of rules have it as the exchange's error.
  package let word: String
  /// The same as one of Graph's own. Nil for a word of the mail service or of provisioning alone.
  package let code: Code?
  /// The service's text where it was observed. Clients should show it and not decide by it.
  package var message: String
  /// Why, for the journal. The client does not get it.
  package var reason: String
  /// JSON, as text: the claims that the client must request. With them the `WWW-Authenticate` field of a 401 is a
  /// claims challenge.
  package var claims: String?
  /// How long the client has to wait, in the field `Retry-After` in whole seconds. Nil: the answer does not say.
  package var retryAfter: Duration?
  /// The properties that are at fault, where Graph names them in `details`.
  package var details: [Detail] = []
  /// The methods of the `Allow` field (RFC 9110 §10.2.1). Empty: the answer has no such field.
  package var allowedMethods: [String] = []
  /// What `innerError` begins with, where the service says it: the message once more, or the one that tells more.
  package var innerMessage: String?
  /// Whether this server lacks what the client asked for, and Graph has it. The answer then names this server, so that
  /// nobody looks for the mistake in the app.
  package var isNotServed = false

  /// One of `details` in the error body: it repeats the message.
  package struct Detail: Sendable, Hashable {
    package enum Code: String, Sendable {
      case conflictingObjects = "ConflictingObjects"
      case duplicateValue = "DuplicateValue"
      case invalidValue = "InvalidValue"
      case noBackingApplication = "NoBackingApplicationObject"
      case objectConflict = "ObjectConflict"
    }

    package let code: Code
    package let target: String
  }

  /// The error with one more property or object that is at fault.
  func about(_ target: String, _ code: Detail.Code) -> Self {
    var error = self
    error.details.append(Detail(code: code, target: target))
    return error
  }

  init(_ status: Int, _ code: Code, _ message: String, because reason: String) {
    self.init(status, code, word: code.rawValue, message, because: reason)
  }

  /// The error of a row of mail's refusals. The journal tells what leads to it, and what helps.
  init(_ refusal: MailRefusal) {
    self.init(
      refusal.status, Code(rawValue: refusal.code), word: refusal.code, refusal.message,
      because: "\(refusal.state) What helps: \(refusal.remedy)")
  }

  /// The error of an app that is not provisioned as it should be, in the words of provisioning's logs.
  init(_ fault: ProvisioningFault, because reason: String) {
    self.init(400, Code(rawValue: fault.code), word: fault.code, fault.message, because: reason)
  }

  private init(_ status: Int, _ code: Code?, word: String, _ message: String, because reason: String) {
    self.status = status
    self.code = code
    self.word = word
    self.message = message
    self.reason = reason
  }

  /// All values of `code` in error bodies, each once.
  package static let words: [String] = {
    var seen = SeenWords()
    let words = Code.allCases.map(\.rawValue) + MailRefusal.all.map(\.code) + ProvisioningCode.failures.map(\.name)
    return words.filter { seen.insert($0) }
  }()
}

// MARK: The request

extension GraphError {
  /// The error for a path segment that Graph does not serve: 400 and not 404 (observed).
  static func unknownSegment(_ segment: String) -> Self {
    Self(
      400, .badRequest, "Resource not found for the segment '\(segment)'.",
      because: "nothing is served under '\(segment)'")
  }

  /// The error for the address of a user's methods without their kind (observed 2026-07).
  static let unsupportedSegmentType: Self = {
    var error = Self(
      400, .methodsBadRequest, "Unsupported segment type.", because: "the path ends before the kind of the methods")
    error.innerMessage = error.message
    return error
  }()

  /// The error for a path without a key: `/users//memberOf`, `/users/$id` (both observed).
  static func emptyKey(of collection: String) -> Self {
    Self(
      400, .badRequest,
      "The request URI is not valid. Since the segment '\(collection)' refers to a collection, this must be the last segment "
        + "in the request URI or it must be followed by an function or action that can be bound to it otherwise all "
        + "intermediate segments must refer to a single resource.",
      because:
        "the path has nothing between two slashes or a name with $, where the key of one of '\(collection)' belongs")
  }

  /// The error for a write to a link that leads to objects of their own: they are linked by `$ref` (observed).
  static let notContained = Self(
    400, .badRequest, "Write requests are only supported on contained entities",
    because: "the path ends without $ref, which links and unlinks objects")

  static func invalidVersion(_ version: String) -> Self {
    Self(400, .badRequest, "Invalid version: \(version)", because: "the versions are v1.0 and beta")
  }

  /// The error for a property that the type does not have. Of `beta` the server knows less than Graph has, so there it
  /// does not call a property unknown.
  static func unknownProperty(_ name: String, of type: String, _ version: GraphVersion) -> Self {
    if version == .beta { return .notServed("the property '\(name)' of \(type) in beta") }
    return Self(
      400, .badRequest,
      "Parsing OData Select and Expand failed: "
        + "Could not find a property named '\(name)' on type 'microsoft.graph.\(type)'.",
      because: "a \(type) has no property '\(name)'")
  }

  static func cannotExpand(_ name: String, of type: ObjectType) -> Self {
    Self(
      400, .malformedRequest,
      "Parsing OData Select and Expand failed: "
        + "Could not find a property named '\(name)' on type 'microsoft.graph.\(type.name)'.",
      because: "'\(name)' cannot be expanded"
        + (type.expandable.isEmpty ? "" : ", only \(type.expandable.map { "'\($0)'" }.joined(separator: ", ")) can"))
  }

  /// The error for a name in `$select` that no property can have. The text has all names up to it (observed).
  static func invalidTerm(_ term: String) -> Self {
    Self(
      400, .badRequest,
      "Parsing OData Select and Expand failed: Term '\(term)' is not valid in a $select or $expand expression.",
      because: "a name has letters, digits and '_' alone")
  }

  /// The error for names within `$expand` that the directory does not select there (observed).
  static let invalidInnerSelect = Self(
    400, .malformedRequest, "Invalid $select properties.", because: "this relationship is expanded without $select")

  static let malformedQuery = Self(
    400, .badRequest, "Malformed query string.", because: "the query string is not UTF-8")

  static func methodNotAllowed(_ method: String, allowed: [String]) -> Self {
    var error = Self(
      405, .malformedRequest, "Specified HTTP method is not allowed for the request target.",
      because: "\(method) is not possible here"
        + (allowed.isEmpty ? "" : ", only \(allowed.joined(separator: ", "))"))
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
