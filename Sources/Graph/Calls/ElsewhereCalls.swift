import Bytes
import Directory
import HTTPWire
import JSON
import Time
import Worlds

/// What other services behind Graph say of a user who has nothing there.
enum ElsewhereCalls {
  /// The drive of a user who has none.
  static func drive(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    _ = try resource.subject
    throw GraphError.noDrive(in: resource.token.tenant)
  }

  /// What a caller is told who asks for something in a drive, at a site, or for one of a user's teams: nobody has one. Nil for any other
  /// address.
  static func refusal(
    at segments: [String], of call: Call, _ token: GraphToken, _ version: GraphVersion
  ) -> GraphError? {
    let isRead = call.request.method == "GET" || call.request.method == "HEAD"
    do throws(GraphError) {
      if isNamed(segments, 0, "sites") {
        guard let refusal = GraphError.noSite(of: segments, in: token.tenant) else { return nil }
        try (isRead ? GraphPermission.readSites : .changeSites).check(token, isOwn: false)
        return refusal
      }
      if let user = joinedTeam(segments), isRead {
        let resource = ResourceCall(call, token, version, keys: user)
        try EmptyList.permissionOfTeams.check(token, isOwn: resource.isOwn)
        _ = try resource.subject
        return .noTeam
      }
      guard let keys = drive(segments) else { return nil }
      let resource = ResourceCall(call, token, version, keys: keys)
      let isOwn = keys["drive"] == nil && (keys["user"] == nil || resource.isOwn)
      if isOwn, keys["user"] == nil { _ = try token.signedInUser }
      try (isRead ? GraphPermission.readFiles : .changeFiles).check(token, isOwn: isOwn || keys["drive"] != nil)
      if keys["drive"] == nil { _ = try resource.subject }
      return .noDrive(in: token.tenant)
    } catch {
      return error
    }
  }

  private static func isNamed(_ segments: [String], _ place: Int, _ name: String) -> Bool {
    segments.indices.contains(place) && ASCII.equalIgnoringCase(segments[place], name)
  }

  /// The keys of an address in a drive; nil for any other.
  private static func drive(_ segments: [String]) -> [String: String]? {
    switch true {
    case isNamed(segments, 0, "drives") && segments.count > 1: ["drive": segments[1]]
    case isNamed(segments, 0, "me") && isNamed(segments, 1, "drive"): [:]
    case isNamed(segments, 0, "users") && isNamed(segments, 2, "drive"): ["user": segments[1]]
    default: nil
    }
  }

  /// The keys of the address of one of the teams that a user has joined; nil for any other.
  private static func joinedTeam(_ segments: [String]) -> [String: String]? {
    guard let last = segments.last, GUID(last) != nil else { return nil }
    return switch segments.count {
    case 3 where isNamed(segments, 0, "me") && isNamed(segments, 1, "joinedTeams"): [:]
    case 4 where isNamed(segments, 0, "users") && isNamed(segments, 2, "joinedTeams"): ["user": segments[1]]
    default: nil
    }
  }

  /// The root site of a tenant without SharePoint. This server keeps none for a tenant that has it.
  static func sites(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    throw resource.token.tenant.hasSharePoint ? GraphError.notServed("GET /sites/root") : .noSharePoint
  }

  /// The presence of a user whom Teams does not know (Microsoft: "Get presence").
  static func presence(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    exchange.because("→ 200 the presence of '\(user.alias)' is unknown")
    return resource.odata(
      [
        "id": "\(user.id)", "availability": "PresenceUnknown", "activity": "PresenceUnknown", "statusMessage": nil,
      ], context: "users('\(user.id)')/presence/$entity", exchange)
  }
}

extension EmptyList {
  /// `$count=true` counts without a header here: these services are not the directory.
  func answer(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    try ElsewhereQuery.check(resource)
    exchange.because("→ 200 no \(path) of '\(user.alias)': mockidp keeps none")
    let isCounted = resource.call.query?.fields.contains {
      ASCII.equalIgnoringCase($0.name, "$count") && $0.value == "true"
    }
    var members: JSONObject = isCounted == true ? ["@odata.count": 0] : [:]
    members.append("value", [])
    return resource.odata(
      members, context: context == "*" ? "users('\(resource.view(of: user).id)')/\(path)" : context, exchange)
  }
}

extension GraphError {
  /// A tenant without SharePoint has no drives (observed: a public file of 2026-07-14, queries of tables over Graph). Personal accounts have
  /// no tenant that buys products.
  static func noDrive(in tenant: Tenant) -> Self {
    guard tenant.hasSharePoint || tenant.kind == .personal else { return .noSharePoint }
    return Self(
      404, .extensionNotFound, "User's mysite not found.", because: "mockidp keeps no files, so no user has a drive")
  }

  static let noSharePoint = Self(
    400, .badRequest, "Tenant does not have a SPO license.",
    because: "no product among the tenant's licenses has SharePoint")

  /// A site by its host, as `contoso.sharepoint.com:/sites/x` or an id (observed: a public file of 2026-02-24). Nil for what SharePoint has
  /// and this server does not.
  static func noSite(of segments: [String], in tenant: Tenant) -> Self? {
    guard tenant.hasSharePoint else { return .noSharePoint }
    guard segments.count > 1, segments[1].contains(".") else { return nil }
    return Self(
      404, .itemNotFound, "Requested site could not be found", because: "mockidp keeps no sites")
  }

  /// Teams has the list alone (observed: a public file of 2026-08-06).
  static let noTeam = Self(
    404, .notFound, "Requested API is not supported. Please check the path.",
    because: "Teams lists the teams of a user, and has none of them at this address")
}

extension Tenant {
  /// Whether one of its products has SharePoint. A tenant that says nothing of licenses has no product.
  fileprivate var hasSharePoint: Bool {
    subscriptions.contains { bought in
      bought.units > 0 && bought.product.plans.contains { $0.name.hasPrefix("SHAREPOINT") }
    }
  }
}
