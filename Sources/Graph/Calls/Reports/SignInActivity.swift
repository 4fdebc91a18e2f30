import Bytes
import Directory
import HTTPWire
import JSON
import Time
import Worlds

/// When a user last signed in (Microsoft: "signInActivity resource type"). The service of reports has it, and not the directory.
struct SignInActivity: Sendable, Hashable {
  /// The moment and the id of a sign-in.
  private struct Moment: Sendable, Hashable {
    let time: String
    let request: GUID
  }

  private var interactive: Moment?
  private var nonInteractive: Moment?
  private var successful: Moment?

  /// What the journal has of the users of the caller's tenant.
  private static func all(_ resource: ResourceCall) -> [GUID: SignInActivity] {
    var all: [GUID: SignInActivity] = [:]
    for exchange in resource.call.world.journal.exchanges {
      guard let user = exchange.user, (exchange.tenant ?? exchange.userTenant)?.id == resource.token.tenant.id.guid
      else { continue }
      all[user.id, default: SignInActivity()].note(exchange)
    }
    return all
  }

  /// An exchange that is not a sign-in says nothing.
  private mutating func note(_ exchange: Exchange) {
    let moment = Moment(time: exchange.startedAt.iso8601, request: exchange.traceID)
    let isNew = exchange.grant == "refresh_token" && exchange.events.contains(.tokenIssued)
    if exchange.isInteractiveSignIn {
      interactive = moment
    } else if isNew {
      nonInteractive = moment
    } else {
      return
    }
    if !exchange.isFailedSignIn { successful = moment }
  }

  /// As Graph shows it: the later one of what a file says and what was noted. Nil: nobody knows of a sign-in.
  func shown(since stated: JSONObject?) -> JSONValue? {
    var members = JSONObject()
    for (name, moment) in [
      ("lastSignIn", interactive), ("lastNonInteractiveSignIn", nonInteractive), ("lastSuccessfulSignIn", successful),
    ] {
      let said = stated?[name + "DateTime"]?.string
      let isLater = moment.map { $0.time >= said ?? "" } ?? false
      members.append(name + "DateTime", .optional(isLater ? moment?.time : said))
      members.append(name + "RequestId", .optional(isLater ? moment.map { "\($0.request)" } : nil))
    }
    return members.members.allSatisfy { $0.value == .null } ? Optional.none : .object(members)
  }

  // MARK: Calls

  /// The users with their sign-ins, when the call asks for these.
  static func added(to views: [UserView], _ resource: ResourceCall) throws(GraphError) -> [UserView] {
    guard isAsked(resource) else { return views }
    try checkMayRead(resource)
    let all = all(resource)
    return views.map { view in
      var view = view
      view.activity = all[view.user.id.guid]
      return view
    }
  }

  /// Refuses a call for one user's sign-ins that names the user by another key than the id.
  static func checkKey(_ resource: ResourceCall) throws(GraphError) {
    guard isAsked(resource), let key = resource.keys["user"], GUID(key) == nil else { return }
    throw .keyIsNoID
  }

  private static func checkMayRead(_ resource: ResourceCall) throws(GraphError) {
    try GraphPermission.readSignIns.check(resource.token, isOwn: false)
    guard resource.token.tenant.isPremium else { throw .nonPremiumTenant }
  }

  /// Whether an option names the property.
  private static func isAsked(_ resource: ResourceCall) -> Bool {
    guard let query = resource.call.request.query, let fields = FormFields(parsing: query) else { return false }
    return fields.fields.contains { field in
      ["$select", "$filter", "$orderby"].contains(ASCII.lowercased(field.name))
        && ASCII.lowercased(field.value).firstPlace(of: "signinactivity") != nil
    }
  }
}

extension Exchange {
  /// Whether a user proved who they are, or failed to, on the pages or with a password at the token endpoint.
  var isInteractiveSignIn: Bool {
    let atTokens = grant == "password" && (events.contains(.tokenIssued) || events.contains(.tokenRefused))
    return events.contains(.signIn) || events.contains(.signInFailed) || events.contains(.authorizeRefused) || atTokens
  }

  /// Whether a sign-in did not succeed.
  var isFailedSignIn: Bool { refusal != nil || events.contains(.signInFailed) }
}

extension GraphError {
  /// The code and the text were observed (2026-09).
  static let keyIsNoID = Self(
    400, .reportRefused, "Get By Key only supports UserId and the key has to be a valid Guid",
    because: "$select names signInActivity, and the report of sign-ins finds users by their ids alone")

  /// What reports say of a token without the permission (observed 2026-07; the end of the text is chosen).
  static func reportDenied(as refusal: GraphError, needed: [String]) -> Self {
    Self(
      403, .permissionMissing,
      "The principal does not have required Microsoft Graph permission(s): \(needed.joined(separator: ",")) to call this API. "
        + "For more information about Microsoft Graph permissions, please visit "
        + "https://learn.microsoft.com/graph/permissions-overview.", because: refusal.reason)
  }
}
