/// Whose answers an endpoint gives. The header fields and cookies that all of them have follow from it.
package enum AnswerKind: Sendable, Hashable {
  /// The endpoint writes all header fields itself.
  case own
  /// The login host: discovery documents and keys.
  case document
  /// The login host: how the users of a domain sign in.
  case realm
  /// The login host: the token endpoint.
  case token
  case deviceCode
  /// The login host: JSON that its pages ask for, and other JSON about one user.
  case service
  /// The login host: pages for people, and answers by redirect.
  case page
  /// The login host: what a frame of another page loads.
  case frame
  /// The login host: nothing is there, or not with that method.
  case nothing
  /// The login host: what stands before the service has answered in its place.
  case gateway
  /// Azure AD B2C: pages and redirects.
  case customers
  /// Azure AD B2C: the token endpoint and UserInfo.
  case customerToken
  /// Azure AD B2C: the document and the keys.
  case customerDocument

  /// Whether Azure AD B2C answers, which has fields and cookies of its own.
  package var isOfCustomers: Bool {
    switch self {
    case .customers, .customerToken, .customerDocument: true
    default: false
    }
  }
}
