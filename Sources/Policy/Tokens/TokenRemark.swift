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
        + "requestedAccessTokenVersion of \(api) is not 2"
    case .groupsLeftOut(let count, let limit):
      "groups left out: " + (count.map { "\($0), more than \(limit)" } ?? "more than a token names")
        + "; _claim_names and _claim_sources (or hasgroups) are there instead, and Graph's getMemberObjects has them"
    case .noEmail(let user): "no claim email: \(user) has no mail; preferred_username and oid are there"
    case .ownKey(let app, let id):
      "signed with the key of \(app) alone: only the keys at …/discovery/v2.0/keys?appid=\(id) have it"
    case .noRefreshToken: "no refresh token: offline_access was not asked for"
    case .versionOneIDToken:
      "the id_token is of version 1.0: it has upn and unique_name, and never preferred_username"
    case .guest(let user):
      "\(user) is a guest here: oid is that of the guest object, and the names are those of the home tenant"
    case .nonce: "its header has a nonce, so its signature cannot be verified by anybody but Microsoft Graph"
    case .email: "Entra never sends email_verified; the optional claim xms_edov says whether the address is verified"
    }
  }

  /// About the tokens of one answer.
  package static func all(
    of subject: TokenSubject, askedGraph: Bool, hasIDToken: Bool, hasRefreshToken: Bool?
  ) -> [TokenRemark] {
    var remarks: [TokenRemark] = []
    let (client, resource, user) = (subject.client, subject.resource, subject.user)
    if resource.id == WellKnown.graph {
      if !askedGraph { remarks.append(.graphAlone(asked: false)) }
    } else if !resource.isFirstParty, resource.accessTokenVersion < 2 {
      remarks.append(.versionOne(resource.alias))
    }
    let limit = subject.travelsInFragment ? TokenSubject.groupLimitInFragment : TokenSubject.groupLimit
    let counts = [subject.resourceMemberships.groups.count, hasIDToken ? subject.clientMemberships.groups.count : 0]
    if let count = counts.max(), count > limit { remarks.append(.groupsLeftOut(count: count, limit: limit)) }
    if hasIDToken {
      if subject.openID.contains(.email), user.mail == nil, !user.isGuest, subject.tenant.kind != .external {
        remarks.append(.noEmail(user: user.alias))
      }
      if subject.isLegacyRequest { remarks.append(.versionOneIDToken) }
      if client.signingKey != nil { remarks.append(.ownKey(app: client.alias, id: client.id)) }
    }
    if resource.signingKey != nil, resource.id != client.id || !hasIDToken {
      remarks.append(.ownKey(app: resource.alias, id: resource.id))
    }
    if hasRefreshToken == false { remarks.append(.noRefreshToken) }
    return remarks
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
    if claims["_claim_names"]?["groups"] != nil || claims["hasgroups"] != nil {
      remarks.append(.groupsLeftOut(count: nil, limit: TokenSubject.groupLimit))
    }
    if !isAccessToken, claims["email"] == nil, let user, user.mail == nil { remarks.append(.noEmail(user: user.alias)) }
    if claims["email"] != nil { remarks.append(.email) }
    if let signer = isAccessToken ? resource : client, signer.signingKey != nil {
      remarks.append(.ownKey(app: signer.alias, id: signer.id))
    }
    if let user, user.isGuest { remarks.append(.guest(user.alias)) }
    return remarks
  }
}
