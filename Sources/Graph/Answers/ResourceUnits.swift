import Bytes
import HTTPWire

/// What a call costs of the caller's share of the directory: the field `x-ms-resource-unit` (Microsoft: "Microsoft Graph service-specific
/// throttling limits", identity and access; the numbers were observed).
enum ResourceUnits {
  /// The costs of the calls that do not cost one, by method and path below the version. `*` stands for a key.
  private static let costs: [(method: String, path: [String], units: Int)] = """
    GET users 2
    GET applications 2
    GET groups/*/members 3
    GET directoryObjects/*/memberOf 2
    GET subscribedSkus 3
    POST */*/getMemberGroups 2
    POST */*/getMemberObjects 2
    POST */*/checkMemberGroups 4
    POST */*/checkMemberObjects 4
    POST me/getMemberGroups 2
    POST me/getMemberObjects 2
    POST me/checkMemberGroups 4
    POST me/checkMemberObjects 4
    POST */getByIds 3
    """.split(separator: "\n").compactMap { row in
      let words = row.split(separator: " ").map(String.init)
      guard words.count == 3, let units = Int(words[2]) else { return nil }
      return (words[0], words[1].split(separator: "/").map { ASCII.lowercased(String($0)) }, units)
    }

  /// `$select` saves a unit, `$expand` costs one, and a page of less than twenty objects saves one. No call costs less than one.
  static func cost(of request: HTTPRequest) -> Int {
    let segments = GraphPath.segments(of: request.path).dropFirst().flatMap(GraphPath.split).map {
      ASCII.lowercased($0)
    }
    let row = costs.first { row in
      row.method == request.method && row.path.count == segments.count
        && zip(row.path, segments).allSatisfy { $0 == "*" || $0 == $1 }
    }
    guard let units = row?.units else { return 1 }
    var cost = units
    for field in FormFields(parsing: request.query ?? "")?.fields ?? [] {
      switch ASCII.lowercased(field.name) {
      case "$select": cost -= 1
      case "$expand": cost += 1
      case "$top" where Int(field.value).map { $0 < 20 } == true: cost -= 1
      default: continue
      }
    }
    return max(1, cost)
  }
}
