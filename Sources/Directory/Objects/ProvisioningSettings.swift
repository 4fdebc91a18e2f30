import Time

/// How users and groups of an app are written into the app's own directory by SCIM (Microsoft: "Tutorial: Develop and plan provisioning for a
/// SCIM endpoint"). Addresses and secrets stand in `secrets`, by the keys of Graph's synchronization API.
package struct ProvisioningSettings: Sendable, Hashable, Codable {
  /// One entry of Graph's list of secrets.
  package struct Secret: Sendable, Hashable, Codable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// Where the client's id and secret stand in the request for a token.
  package enum CredentialLocation: String, Sendable, Codable, CaseIterable {
    case header = "Header"
    case body = "Body"
  }

  /// Which users and groups are meant.
  package enum Scope: String, Sendable, Codable, CaseIterable {
    /// Those who were given the app, and the direct members of groups that were.
    case assigned
    /// All of the tenant.
    case all
  }

  /// What may be done to objects of the app (Graph: `flowTypes`).
  package enum ObjectAction: String, Sendable, Codable, CaseIterable {
    case create
    case update
    case delete
  }

  /// The rows that the mapping of users begins with.
  package enum Preset: String, Sendable, Codable, CaseIterable {
    case standard = "default"
    /// As the default, but the object id goes to `externalId`, by which users are found.
    case objectID = "objectId"
  }

  /// The form of `active` in a change.
  package enum ActiveForm: String, Sendable, Codable, CaseIterable {
    /// `"False"`.
    case text
    /// `false`.
    case boolean
  }

  /// The first member of the body of a change.
  package enum BodyOrder: String, Sendable, Codable, CaseIterable {
    case schemas
    case operations
  }

  /// What is sent for an attribute that the app does not have.
  package enum MissingForm: String, Sendable, Codable, CaseIterable {
    case add
    case replace
  }

  /// The form of a member of a group.
  package enum MemberForm: String, Sendable, Codable, CaseIterable {
    /// `{"value":"…"}`.
    case none
    /// `{"$ref":null,"value":"…"}`.
    case null
  }

  /// In the order in which they were put.
  package var secrets: [Secret] = []
  /// Of client credentials. Nil: in the header.
  package var credentialLocation: CredentialLocation?
  /// The `scope` of the request for a token. Nil: the request has none.
  package var tokenScope: String?
  /// Nil counts as false: the job runs.
  package var isStopped: Bool?
  /// From the beginning of one cycle to that of the next. Nil: 40 minutes.
  package var interval: TimeSpan?
  /// Nil: the default.
  package var preset: Preset?
  /// Rows that replace those of the preset of the same target, and further ones.
  package var userRows: [MappingRow]?
  package var groupRows: [MappingRow]?
  /// Nil counts as true.
  package var provisionsGroups: Bool?
  /// Nil: all.
  package var actions: [ObjectAction]?
  /// Any of these has to hold, and in it all clauses. Nil: every user fits.
  package var scopingFilters: [[ScopingClause]]?
  /// So many disables and deletes of one cycle are held. Nil: any number goes through.
  package var deletionThreshold: Int?
  /// So many failures begin a quarantine, when they are also that share of all entries, in percent. Nil: 5,000 and 40.
  package var quarantineMinimum: Int?
  package var quarantineShare: Int?
  /// Nil counts as false: a new user's body has no `"roles":[]`.
  package var sendsEmptyRoles: Bool?
  package var memberForm: MemberForm?
  package var activeForm: ActiveForm?
  package var bodyOrder: BodyOrder?
  package var missingForm: MissingForm?
  /// How many members one operation names. Nil: 1,000.
  package var membersPerRequest: Int?
  /// How many entries are sent at once. Nil: one.
  package var parallel: Int?
  /// Nil counts as true: a cycle without changes asks whether the app is there.
  package var probesEmptyCycles: Bool?
  /// Nil: requests have no `User-Agent`.
  package var userAgent: String?

  package init() {}

  /// How often incremental cycles come.
  package static let usualInterval = Duration.minutes(40)
  package var cycleInterval: Duration { interval?.duration ?? Self.usualInterval }

  /// The value of a secret; ASCII case of the key counts. Setting nil or an empty text takes it away, and the others keep their places.
  package subscript(_ key: String) -> String? {
    get { secrets.first { $0.key == key }?.value }
    set {
      guard let newValue, !newValue.isEmpty else { return secrets.removeAll { $0.key == key } }
      if let index = secrets.firstIndex(where: { $0.key == key }) {
        secrets[index].value = newValue
      } else {
        secrets.append(Secret(key: key, value: newValue))
      }
    }
  }

  package static let addressKey = "BaseAddress"
  package static let tokenKey = "SecretToken"
  package static let everybodyKey = "SyncAll"
  package static let outOfScopeKey = "SkipOutOfScopeDeletions"
  package static let tokenEndpointKey = "Oauth2TokenExchangeUri"
  package static let clientIDKey = "Oauth2ClientId"
  package static let clientSecretKey = "Oauth2ClientSecret"

  /// The tenant URL as the administrator wrote it, with its flags in the query. Nil: nothing can be sent.
  package var tenantURL: String? {
    get { self[Self.addressKey] }
    set { self[Self.addressKey] = newValue }
  }

  package var scope: Scope {
    get { Self.isTrue(self[Self.everybodyKey]) ? .all : .assigned }
    set { self[Self.everybodyKey] = newValue == .all ? "True" : nil }
  }

  /// Whether users who left the scope stay as they are.
  package var skipsOutOfScopeDeletions: Bool {
    get { Self.isTrue(self[Self.outOfScopeKey]) }
    set { self[Self.outOfScopeKey] = newValue ? "True" : nil }
  }

  private static func isTrue(_ text: String?) -> Bool { text?.lowercased() == "true" }

  package func may(_ action: ObjectAction) -> Bool { actions?.contains(action) ?? true }
}

/// One row of a mapping: what a target attribute gets.
package struct MappingRow: Sendable, Hashable, Codable {
  /// Where the value comes from.
  package enum Source: Sendable, Hashable, Codable {
    case attribute(String)
    case constant(String)
    /// An expression such as `Join(" ", [givenName], [surname])`.
    case expression(String)
  }

  /// When a value is sent (Graph: `flowType`).
  package enum Flow: String, Sendable, Codable, CaseIterable {
    case always = "Always"
    case onCreate = "ObjectAddOnly"
  }

  /// Such as `emails[type eq "work"].value`.
  package var target: String
  /// Nil: the row of that target is taken out.
  package var source: Source?
  /// What a new object gets when the source has nothing.
  package var defaultValue: String?
  package var flow = Flow.always
  /// Objects are looked up by the row with 1 first. Nil: not by this row.
  package var matching: Int?

  package init(_ target: String, _ source: Source?, matching: Int? = nil) {
    self.target = target
    self.source = source
    self.matching = matching
  }
}

/// One condition on a user of a scoping filter (Microsoft: "Scoping users or groups to be provisioned").
package struct ScopingClause: Sendable, Hashable, Codable {
  /// The raw values are those of Graph.
  package enum Operator: String, Sendable, Codable, CaseIterable {
    case equals = "EQUALS"
    case notEquals = "NOT EQUALS"
    case isTrue = "IS TRUE"
    case isFalse = "IS FALSE"
    case isNull = "IS NULL"
    case isNotNull = "IS NOT NULL"
    case matches = "REGEX MATCH"
    case matchesNot = "NOT REGEX MATCH"
    case greater = "Greater_Than"
    case greaterOrEqual = "Greater_Than_OR_EQUALS"
    case includes = "Includes"
    case endsWith = "ENDS_WITH"
    /// The user's value stands in the clause's: `Includes` the other way round.
    case isWithin = "&"
    case isNotWithin = "!&"

    /// Whether it compares with values.
    package var takesValues: Bool { ![.isTrue, .isFalse, .isNull, .isNotNull].contains(self) }

    /// Whether it compares whole numbers alone.
    package var takesNumbers: Bool { self == .greater || self == .greaterOrEqual }
  }

  package var attribute: String
  package var operation: Operator
  package var values: [String]

  package init(_ attribute: String, _ operation: Operator, _ values: [String] = []) {
    self.attribute = attribute
    self.operation = operation
    self.values = values
  }
}
