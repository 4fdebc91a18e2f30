import Bytes
package import Worlds

/// Finds the endpoint of a path of Graph. Segments are compared without regard to ASCII case. Empty segments, from
/// doubled slashes or a slash at the end, do not count (observed).
package struct GraphEndpoints: Sendable {
  package init() {}

  /// The endpoint of a path under `/v1.0` or `/beta`, of `/oidc/userinfo`, or of an upload session. Nil for any other path. It is for a host
  /// that serves more than Graph.
  package func endpoint(for path: String) -> (any Endpoint)? {
    // On a host that serves more, most paths are not Graph's. The first segment of a path tells this cheaply.
    guard Self.mayBeGraphs(path) else { return nil }
    let segments = GraphPath.segments(of: path)
    guard let first = segments.first else { return nil }
    if segments.count == 2, ASCII.equalIgnoringCase(first, "oidc"), ASCII.equalIgnoringCase(segments[1], "userinfo") {
      return UserInfoEndpoint()
    }
    if let upload = UploadEndpoint(segments: segments) { return upload }
    guard let version = GraphVersion(segment: first) else { return nil }
    return Self.resource(segments.dropFirst(), version, emptyKeyOf: Self.collectionWithEmptyKey(in: path))
  }

  /// The pattern that a path fits, such as `/v1.0/users/{user}`, for those who watch: it names no object. Nil for a path that no route has.
  package static func pattern(of path: String) -> String? {
    let segments = GraphPath.segments(of: path)
    guard let first = segments.first, let version = GraphVersion(segment: first) else { return nil }
    let rest = GraphPath.withoutOrganization(segments.dropFirst()).flatMap(GraphPath.split)
    let fitting = GraphRoute.paths.first {
      $0.template.count == rest.count && $0.routes[0].matchedCount(rest) == rest.count
    }
    return fitting.map { "/" + ([version.rawValue] + $0.template).joined(separator: "/") }
  }

  /// The endpoint of a path of the portal's back end, which has one for Azure CLI; nil for any other path.
  package func endpoint(ofPortal path: String) -> (any Endpoint)? {
    let segments = GraphPath.segments(of: path).map { ASCII.lowercased($0) }
    guard segments.count == 4, segments[0] == "api", segments[1] == "registeredapplications", segments[3] == "consent"
    else { return nil }
    return PortalConsentEndpoint(application: segments[2])
  }

  /// The endpoint of any path on a host that serves Graph alone. An unknown path gets an endpoint that refuses it.
  package func endpoint(onGraphHost path: String) -> any Endpoint {
    endpoint(for: path) ?? UnknownVersionEndpoint(version: GraphPath.segments(of: path).first ?? "")
  }

  /// The collection behind which a path has no key: nothing between two slashes, as in `/users//memberOf`, or a name with `$`, such as the
  /// variable that a shell did not fill in. Such slashes do no harm elsewhere (both observed).
  private static func collectionWithEmptyKey(in path: String) -> String? {
    guard path.firstPlace(of: "//") != nil || path.firstPlace(of: "/$") != nil else { return nil }
    var before: [String] = []
    var last = ""
    var isEmpty = false
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2) {
      guard !part.isEmpty else {
        isEmpty = true
        continue
      }
      let hasNoKey = isEmpty || part.hasPrefix("$") && !systemSegments.contains(ASCII.lowercased(part))
      if hasNoKey, case .collection? = (try? GraphAddress(before))?.place { return last }
      isEmpty = false
      last = Percent.decode(part) ?? String(part)
      before += GraphPath.split(last)
    }
    return nil
  }

  /// The segments with `$` that mean something behind a collection (OData 4.01 "URL Conventions" §4).
  private static let systemSegments: Set = ["$count", "$each", "$filter", "$query", "$ref", "$value"]

  private static func resource(
    _ segments: ArraySlice<String>, _ version: GraphVersion, emptyKeyOf: String?
  ) -> any Endpoint {
    let segments = GraphPath.withoutOrganization(segments).flatMap(GraphPath.split)
    let fitting = GraphRoute.paths.first {
      $0.template.count == segments.count && $0.routes[0].matchedCount(segments) == segments.count
    }
    guard let fitting, emptyKeyOf == nil else {
      // The error names the first segment that no route has at its place.
      let known = GraphRoute.table.map { $0.matchedCount(segments) }.max() ?? 0
      return UnknownSegmentEndpoint(
        segments: segments, segment: segments.dropFirst(known).first ?? segments.last ?? "", emptyKeyOf: emptyKeyOf,
        version: version)
    }
    return ResourceEndpoint(
      name: fitting.template == ["me"] ? .me : .graph, version: version,
      routes: fitting.routes, keys: fitting.routes[0].keys(in: segments))
  }

  /// Whether the first segment can be `v1.0`, `beta`, `oidc` or `api`: it has three or four letters, or some are percent-encoded.
  private static func mayBeGraphs(_ path: String) -> Bool {
    let bytes = path.utf8.span
    var start = 0
    while start < bytes.count, bytes[start] == 0x2F { start += 1 }
    let rest = bytes.extracting(start..<bytes.count)
    let first = rest.extracting(0..<(rest.firstIndex(of: 0x2F) ?? rest.count))
    return first.count == 4 || first.count == 3 || first.firstIndex(of: 0x25) != nil
  }
}

/// The versions of Graph: the first segment of a path (Microsoft: "Versioning, support, and breaking change policies
/// for Microsoft Graph").
enum GraphVersion: String, Sendable, CaseIterable {
  case v1 = "v1.0"
  case beta

  init?(segment: String) {
    guard let version = Self.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, segment) }) else {
      return nil
    }
    self = version
  }
}
