import Bytes
package import Directory
package import JSON

/// What surprises people in a token that the service rightly issued, and why it is so. The journal tells it of the exchange that made the
/// token, and an inspection of any token that is shown.
package enum TokenRemark: Sendable, Hashable {
  /// The access token is for Microsoft Graph. `asked` says whether the request named a scope of Graph.
  case graphAlone(asked: Bool)
  /// An access token of version 1.0 for an API that has not chosen a version. The API's name.
  case versionOne(String)
  /// More groups than a token names. `count` is nil where only the token is at hand.
  case groupsLeftOut(count: Int?, limit: Int)
  /// The scope `email` was asked for, and the user has no address that may be told.
  case noEmail(user: String)
  /// The app has a key of its own. Its name and its client id.
  case ownKey(app: String, id: Application.ID)
  /// No `offline_access` in the request.
  case noRefreshToken
  /// An id_token of the v1.0 endpoint.
  case versionOneIDToken
  /// A guest in the tenant of the token.
  case guest(String)
  /// The header has a nonce, so that clients cannot verify the signature.
  case nonce
  /// A token with an address.
  case email
  /// The app's tokens have groups, and this user is in none. The user.
  case noGroups(user: String)
  /// The app asks for no groups. The app.
  case groupsNotAsked(app: String)
  /// Groups by their object ids.
  case groupIDs
  /// The app has roles, and the user has none of them. The user and the app.
  case noRoles(user: String, app: String)
  /// An app's own token without roles. The app and the API.
  case noAppRoles(app: String, api: String)
  /// An access token of version 2.0 for an API that was asked for by a URI. The API and its client id.
  case audienceIsID(api: String, id: Application.ID)
  /// The user's account is a personal one.
  case personal(user: String)
  /// The access token of a personal account for Microsoft Graph.
  case opaque
  /// The request went to an address for several tenants. The alias and the user's tenant.
  case tenantOfUser(alias: String, tenant: String)
  /// A renewal without `openid`.
  case noIDToken
  /// An ID token that was asked for without `profile`.
  case noProfile

  /// A sentence without a full stop.
  package var sentence: String {
    switch self {
    case .graphAlone(let asked):
      "the access token is Microsoft Graph's, and only Graph can verify it"
        + (asked
          ? ""
          : ": no scope of an API was asked for; for an API of your own ask for a scope of it, as in api://CLIENT-ID/SCOPE")
    case .versionOne(let api):
      "the access token is of version 1.0 (iss https://sts.windows.net/…, aud as it was asked): "
        + "requestedAccessTokenVersion of '\(api)' is null, and 2 alone means version 2.0"
    case .groupsLeftOut(let count, let limit):
      "groups left out: " + (count.map { "\($0), more than \(limit)" } ?? "more than a token names")
        + "; _claim_names and _claim_sources (or hasgroups) are there instead, and Graph's getMemberObjects has them"
    case .noEmail(let user):
      "no claim email: '\(user)' has no mail; with the scope profile, preferred_username and oid are there"
    case .ownKey(let app, let id):
      "signed with the key of '\(app)' alone: only the keys at …/discovery/v2.0/keys?appid=\(id) have it"
    case .noRefreshToken: "no refresh token: offline_access was not asked for"
    case .versionOneIDToken:
      "the id_token is of version 1.0: it has upn and unique_name, and never preferred_username"
    case .guest(let user):
      "'\(user)' is a guest here: oid is that of the guest object, and the names are those of the home tenant"
    case .nonce: "its header has a nonce, so its signature cannot be verified by anybody but Microsoft Graph"
    case .noGroups(let user):
      "no claim groups: '\(user)' is in no group that the claim would name; it is left out, and never an empty list"
    case .groupsNotAsked(let app): "no claim groups: \(StatedMemberships.property) of '\(app)' is not set"
    case .groupIDs:
      "groups has the object ids of groups, and no names: Graph has the names, or the optional claim cloud_displayname"
    case .noRoles(let user, let app):
      "no claim roles: neither '\(user)' nor a group of '\(user)' has an app role of '\(app)'; it is left out, and never an empty list"
    case .noAppRoles(let app, let api):
      "no claim roles: '\(app)' has no application permission of '\(api)' that an administrator consented to; delegated permissions are not in an "
        + "app's own token, and it never has scp"
    case .audienceIsID(let api, let id):
      "aud of the access token is the client id \(id) of '\(api)', and not its App ID URI: requestedAccessTokenVersion is 2"
    case .personal(let user):
      "'\(user)' is a personal account: tid and iss are those of the tenant of personal accounts, \(WellKnown.personalTenant); oid begins with zeros "
        + "and is not a GUID by RFC 4122, and the id_token lives for a day"
    case .opaque: "the access token of a personal account for Microsoft Graph is not a JWT, and Graph alone can read it"
    case .tenantOfUser(let alias, let tenant):
      "the request went to '\(alias)', and iss is that of the user's tenant '\(tenant)': a check against the address of the request fails"
    case .noIDToken: "no id_token: the renewal did not ask for openid"
    case .noProfile:
      "no claims name, preferred_username and oid in the id_token: profile was not asked for, and sub alone tells who it is"
    case .email: "Entra never sends email_verified; the optional claim xms_edov says whether the address is verified"
    }
  }

  /// About a token of which the claims and the header are at hand.
  package static func all(
    in claims: JSONValue, header: JSONValue, isAccessToken: Bool, resource: Application?, client: Application?,
    user: User?
  ) -> [TokenRemark] {
    var remarks: [TokenRemark] = []
    if isAccessToken, resource?.id == WellKnown.graph { remarks.append(.graphAlone(asked: true)) }
    if header["nonce"] != nil { remarks.append(.nonce) }
    if isAccessToken, claims["ver"]?.string == "1.0", let resource, !resource.isFirstParty {
      remarks.append(.versionOne(resource.alias))
    }
    if !isAccessToken, claims["ver"]?.string == "1.0" { remarks.append(.versionOneIDToken) }
    let holder = isAccessToken ? resource : client
    if claims["_claim_names"]?["groups"] != nil || claims["hasgroups"] != nil {
      remarks.append(.groupsLeftOut(count: nil, limit: TokenSubject.groupLimit))
    } else if let groups = claims["groups"]?.array {
      if groups.contains(where: { $0.string.flatMap({ GUID($0) }) != nil }) { remarks.append(.groupIDs) }
    } else if let holder, let user, !holder.isFirstParty, holder.claimsMapping?.namesGroups != true {
      remarks.append(
        wantsGroups(holder) ? .noGroups(user: user.alias) : .groupsNotAsked(app: holder.alias))
    }
    if claims["roles"] == nil, let holder {
      if let user {
        if hasRoles(holder) { remarks.append(.noRoles(user: user.alias, app: holder.alias)) }
      } else if isAccessToken, claims["scp"] == nil, let client {
        remarks.append(.noAppRoles(app: client.alias, api: holder.alias))
      }
    }
    if isAccessToken, claims["ver"]?.string == "2.0", let resource, !resource.isFirstParty,
      !resource.identifierURIs.isEmpty
    {
      remarks.append(.audienceIsID(api: resource.alias, id: resource.id))
    }
    if let user, user.tenant == WellKnown.personalTenant { remarks.append(.personal(user: user.alias)) }
    if !isAccessToken, claims["ver"]?.string == "2.0", claims["oid"] == nil, user != nil { remarks.append(.noProfile) }
    if !isAccessToken, claims["email"] == nil, let user, user.mail == nil { remarks.append(.noEmail(user: user.alias)) }
    if claims["email"] != nil { remarks.append(.email) }
    if let signer = holder, signer.signingKey != nil {
      remarks.append(.ownKey(app: signer.alias, id: signer.id))
    }
    if let user, user.isGuest { remarks.append(.guest(user.alias)) }
    return remarks
  }
}
