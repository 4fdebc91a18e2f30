/// What of a request's form differs between tenants, and between the pages and captures that show it.
package struct SCIMForm: Sendable, Hashable {
  /// How `active` is written where the dialect is the standard one.
  package enum ActiveForm: String, Sendable, Hashable, CaseIterable {
    /// `"False"` (Microsoft's page on compatibility, and captures).
    case text
    /// `false` (a sample of Microsoft's tutorial).
    case boolean
  }

  /// Which member of a change comes first.
  package enum BodyOrder: String, Sendable, Hashable, CaseIterable {
    case schemas
    case operations
  }

  /// What an added or removed member has beside `value`.
  package enum MemberReference: String, Sendable, Hashable, CaseIterable {
    case none
    /// `"$ref":null` (samples of the tutorial).
    case null
  }

  /// The operation for an attribute that the server does not return.
  package enum MissingOperation: String, Sendable, Hashable, CaseIterable {
    case add
    case replace
  }

  package var dialect: SCIMDialect
  package var activeAs = ActiveForm.text
  package var bodyOrder = BodyOrder.schemas
  /// Whether a new user has `"roles":[]` at the end when no role is given.
  package var emptyRoles = false
  package var memberRef = MemberReference.none
  package var missing = MissingOperation.add
  /// At most so many members are added or removed by one request.
  package var membersPerRequest = 1_000

  package init(dialect: SCIMDialect = .standard) { self.dialect = dialect }
}
