import Bytes
package import Directory

extension TokenRemark {
  /// What an answer is known by, beside the claims of its tokens.
  package struct Answer: Sendable {
    /// Whether a scope of an API was asked for, so that nobody is surprised whose the access token is.
    package var asksForAPI: Bool
    package var hasIDToken: Bool
    /// False where authorize gives an ID token alone.
    package var hasAccessToken = true
    /// Nil where none is expected.
    package var hasRefreshToken: Bool?
    /// `common` or `organizations`, where the request went to; nil for a tenant, and for a library that is made for Entra.
    package var alias: String?
    package var isRenewal = false

    package init(asksForAPI: Bool, hasIDToken: Bool, hasRefreshToken: Bool?) {
      self.asksForAPI = asksForAPI
      self.hasIDToken = hasIDToken
      self.hasRefreshToken = hasRefreshToken
    }
  }

  /// About the tokens of one answer.
  package static func all(of subject: TokenSubject, in answer: Answer) -> [TokenRemark] {
    var remarks = answer.hasAccessToken ? ofAccessToken(subject, answer) : []
    remarks += groups(subject, answer)
    if answer.hasIDToken { remarks += ofIDToken(subject) }
    if answer.isRenewal, !answer.hasIDToken { remarks.append(.noIDToken) }
    if let alias = answer.alias, answer.hasIDToken {
      remarks.append(.tenantOfUser(alias: alias, tenant: subject.tenant.alias))
    }
    if answer.hasRefreshToken == false { remarks.append(.noRefreshToken) }
    return remarks
  }

  /// About an app's own token for `resource`, which was asked for as `identifier`.
  package static func all(
    ofAppToken client: Application, for resource: Application, asked identifier: String, hasRoles: Bool
  ) -> [TokenRemark] {
    (hasRoles ? [] : [.noAppRoles(app: client.alias, api: resource.alias)]) + form(of: resource, asked: identifier)
  }

  /// The version of an access token, and how it names its API.
  private static func form(of resource: Application, asked identifier: String) -> [TokenRemark] {
    guard !resource.isFirstParty else { return [] }
    if resource.accessTokenVersion < 2 { return [.versionOne(resource.alias)] }
    return GUID(identifier) == nil ? [.audienceIsID(api: resource.alias, id: resource.id)] : []
  }

  private static func ofAccessToken(_ subject: TokenSubject, _ answer: Answer) -> [TokenRemark] {
    var remarks: [TokenRemark] = []
    let resource = subject.resource
    if resource.id == WellKnown.graph {
      // A server that signs people in checks the access token as its own more often than any other client.
      let isSignInOfServer = answer.hasIDToken && subject.clientAuthentication != .none
      if !answer.asksForAPI || isSignInOfServer { remarks.append(.graphAlone(asked: answer.asksForAPI)) }
      if subject.user.tenant == WellKnown.personalTenant { remarks.append(.opaque) }
    } else if !resource.isFirstParty {
      remarks += form(of: resource, asked: subject.resourceIdentifier)
      if resource.signingKey != nil, resource.id != subject.client.id || !answer.hasIDToken {
        remarks.append(.ownKey(app: resource.alias, id: resource.id))
      }
      if subject.resourceRoles.isEmpty, hasRoles(resource) {
        remarks.append(.noRoles(user: subject.user.alias, app: resource.alias))
      }
    }
    return remarks
  }

  private static func groups(_ subject: TokenSubject, _ answer: Answer) -> [TokenRemark] {
    let limit = subject.travelsInFragment ? TokenSubject.groupLimitInFragment : TokenSubject.groupLimit
    let lists =
      (answer.hasAccessToken ? [(subject.resource, subject.resourceMemberships)] : [])
      + (answer.hasIDToken ? [(subject.client, subject.clientMemberships)] : [])
    if let count = lists.map(\.1.groups.count).max(), count > limit {
      return [.groupsLeftOut(count: count, limit: limit)]
    }
    let usual = lists.filter { $0.0.claimsMapping?.namesGroups != true }
    if usual.contains(where: { $0.1.groups.contains { GUID($0) != nil } }) { return [.groupIDs] }
    return usual.contains { wantsGroups($0.0) && $0.1.groups.isEmpty } ? [.noGroups(user: subject.user.alias)] : []
  }

  private static func ofIDToken(_ subject: TokenSubject) -> [TokenRemark] {
    var remarks: [TokenRemark] = []
    let (client, user) = (subject.client, subject.user)
    if subject.openID.contains(.email) {
      if user.mail != nil {
        remarks.append(.email)
      } else if !user.isGuest, subject.tenant.kind != .external {
        remarks.append(.noEmail(user: user.alias))
      }
    }
    if subject.clientRoles.isEmpty, hasRoles(client), client.id != subject.resource.id {
      remarks.append(.noRoles(user: user.alias, app: client.alias))
    }
    if subject.isLegacyRequest {
      remarks.append(.versionOneIDToken)
    } else if !subject.openID.contains(.profile) {
      remarks.append(.noProfile)
    }
    if client.signingKey != nil { remarks.append(.ownKey(app: client.alias, id: client.id)) }
    if user.isGuest { remarks.append(.guest(user.alias)) }
    if user.tenant == WellKnown.personalTenant { remarks.append(.personal(user: user.alias)) }
    return remarks
  }

  static func wantsGroups(_ app: Application) -> Bool {
    StatedMemberships.asksForGroups(app)
  }

  /// Whether people can have roles of the app.
  static func hasRoles(_ app: Application) -> Bool {
    !app.isFirstParty && app.appRoles.contains { $0.admitsUsers && $0.isEnabled }
  }
}
