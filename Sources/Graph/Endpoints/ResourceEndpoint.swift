import Bytes
import HTTPWire
import Policy
import Worlds

/// One path below a version, with an operation for each method that it knows.
struct ResourceEndpoint: GraphEndpoint {
  let name: EndpointName
  let version: GraphVersion
  /// The routes of the path, one per method.
  let routes: [GraphRoute]
  /// The path segments in the place of the routes' keys, by the names of the keys.
  let keys: [String: String]

  var isBatch: Bool { routes.first?.template == ["$batch"] }

  /// Whether the path is about the signed-in user (`/me`).
  private var isMe: Bool { routes.first?.template.first == "me" }

  func mayWait(for call: Call) -> Bool { routes.contains { $0.mayWait && $0.method == call.request.method } }

  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse {
    let method = call.request.method == "HEAD" ? "GET" : call.request.method
    guard let route = routes.first(where: { $0.method == method }) else {
      let allowed = routes.filter(\.isServed).flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] }
      let segments = GraphPath.withoutOrganization(GraphPath.segments(of: call.request.path).dropFirst())
        .flatMap(GraphPath.split)
      throw GraphError.unserved(
        method, segments, version,
        as: "\(method) /\((routes.first?.template ?? []).joined(separator: "/"))", allowed: allowed)
    }
    if isMe { _ = try token.signedInUser }
    for (key, names) in GraphPath.alternateKeys {
      if let name = GraphPath.alternateKey(keys[key] ?? ""), !names.contains(ASCII.lowercased(name)) {
        throw GraphError.notServed("the key '\(name)'")
      }
    }
    return try route.decides
      ? call.world.decide(seenAfter: call.world.settings.replication) {
        try answer(to: call, for: token, by: route, &exchange)
      }
      : answer(to: call, for: token, by: route, &exchange)
  }

  private func answer(
    to call: Call, for token: GraphToken, by route: GraphRoute, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    let (late, unseen) = call.world.lateDirectory(at: call.now)
    let resource = ResourceCall(call, token, version, keys: keys, directory: route.isRead ? late : nil, unseen: unseen)
    resource.explainLateness(&exchange)
    let isOwn = isMe || (keys["user"] != nil && resource.isOwn)
    if let permission = route.permission, !Administration.isOwnersCall(permission, resource),
      !Administration.isRoleHoldersCall(permission, resource)
    {
      try permission.check(token, isOwn: isOwn)
      if let task = permission.task, !(isOwn && task.isOpenToOneself) { try Administration.check(task, resource) }
    }
    let answer = try route.answer(resource, &exchange)
    if route.isRead, !unseen.isEmpty { tellWhatIsLate(answer, resource, route, &exchange) }
    return answer
  }

  /// Says why a new object is not in the answer, when it would be in that of a server that has heard of it.
  private func tellWhatIsLate(
    _ answer: HTTPResponse, _ resource: ResourceCall, _ route: GraphRoute, _ exchange: inout Exchange
  ) {
    var other = exchange
    let present = ResourceCall(resource.call, resource.token, resource.version, keys: keys)
    guard let seen = try? route.answer(present, &other), seen.body != answer.body else { return }
    let (now, then) = (String(decoding: answer.body, as: UTF8.self), String(decoding: seen.body, as: UTF8.self))
    let missed = resource.unseen.map(\.id).filter {
      now.firstPlace(of: "\($0)") == nil && then.firstPlace(of: "\($0)") != nil
    }
    if !missed.isEmpty { resource.explainLateness(of: missed, &exchange) }
  }
}
