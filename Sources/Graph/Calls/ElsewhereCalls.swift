import Bytes
import Directory
import HTTPWire
import JSON
import Time
import Worlds

/// What other services behind Graph say of a user who has nothing there.
enum ElsewhereCalls {
  /// The drive of a user who has none. The text was observed.
  static func drive(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    _ = try resource.subject
    throw GraphError.noDrive
  }

  /// What a caller is told who asks for something in a drive: nobody has one. Nil for an address that is not in a drive.
  static func refusal(
    at segments: [String], of call: Call, _ token: GraphToken, _ version: GraphVersion
  ) -> GraphError? {
    func isNamed(_ place: Int, _ name: String) -> Bool {
      segments.indices.contains(place) && ASCII.equalIgnoringCase(segments[place], name)
    }
    let keys: [String: String]
    switch true {
    case isNamed(0, "drives") && segments.count > 1: keys = ["drive": segments[1]]
    case isNamed(0, "me") && isNamed(1, "drive"): keys = [:]
    case isNamed(0, "users") && isNamed(2, "drive"): keys = ["user": segments[1]]
    default: return nil
    }
    let resource = ResourceCall(call, token, version, keys: keys)
    let isRead = call.request.method == "GET" || call.request.method == "HEAD"
    do throws(GraphError) {
      let isOwn = keys["drive"] == nil && (keys["user"] == nil || resource.isOwn)
      if isOwn, keys["user"] == nil { _ = try token.signedInUser }
      try (isRead ? GraphPermission.readFiles : .changeFiles).check(token, isOwn: isOwn || keys["drive"] != nil)
      if keys["drive"] == nil { _ = try resource.subject }
      return .noDrive
    } catch {
      return error
    }
  }

  /// The sites of a tenant without SharePoint. The text was observed.
  static func sites(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    throw GraphError.noSites
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
  static let noDrive = Self(
    404, .extensionNotFound, "User's mysite not found.", because: "mockidp keeps no files, so no user has a drive")

  static let noSites = Self(
    400, .badRequest, "Tenant does not have a SPO license.", because: "mockidp has no SharePoint")
}
