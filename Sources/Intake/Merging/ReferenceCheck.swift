import Bytes
import JSON
import LooseFormats

/// Takes out of exported registrations what names things that no file tells of, because a scenario refuses unknown names: APIs of
/// other tenants, clients of other tenants, permissions that are gone.
struct ReferenceCheck {
  private let apps: [DraftApp]
  /// Where the apps stand, by their client ids.
  private let places: [String: Int]
  private var remarks: [Remark] = []

  static func run(_ apps: inout [DraftApp], _ remarks: inout [Remark]) {
    var check = ReferenceCheck(apps: apps)
    var uris: [String: String] = [:]
    for index in apps.indices {
      for position in apps[index].findings.indices where apps[index].findings[position].fact == .member {
        check.mend(&apps[index].findings[position], of: apps[index])
      }
      apps[index].findings.removeAll { $0.fact == .member && $0.json == .array([]) }
      // An App ID URI belongs to one app.
      let own = apps[index].clientId
      apps[index].findings.removeAll { finding in
        guard finding.fact == .identifierUri else { return false }
        let uri = ASCII.lowercased(finding.value)
        guard let other = uris[uri], other != own else {
          uris[uri] = own
          return false
        }
        check.remarks.add(
          .contradiction, "the App ID URI \(finding.value) belongs to another app already, \(other)", at: finding.place)
        return true
      }
    }
    remarks += check.remarks
  }

  private init(apps: [DraftApp]) {
    self.apps = apps
    places = Dictionary(apps.indices.map { (apps[$0].clientId, $0) }) { first, _ in first }
  }

  private mutating func mend(_ finding: inout Finding, of app: DraftApp) {
    guard case .array(let items) = finding.json else { return }
    switch finding.value {
    case "requiredResourceAccess": finding.json = .array(items.compactMap { resource($0, at: finding.place) })
    case "knownClientApplications":
      finding.json = .array(items.filter { isClient($0, "a known client", at: finding.place) })
    case "preAuthorizedApplications":
      finding.json = .array(
        items.compactMap { item in
          guard case .object(let object) = item,
            isClient(object["appId"] ?? .null, "a pre-authorized client", at: finding.place)
          else { return nil }
          var kept = JSONObject()
          kept.append("appId", object["appId"] ?? .null)
          if let ids = object["delegatedPermissionIds"] ?? object["permissionIds"] {
            kept.append("delegatedPermissionIds", ids)
          }
          return .object(kept)
        })
    default: break
    }
  }

  private func app(_ value: JSONValue?) -> DraftApp? {
    value?.string.flatMap { places[ASCII.lowercased($0)] }.map { apps[$0] }
  }

  private mutating func isClient(_ value: JSONValue, _ what: String, at place: Place) -> Bool {
    if app(value) != nil { return true }
    guard let id = value.string else { return false }
    if let guid = GUID(id), KnownIds.isApp(guid) { return true }
    remarks.add(.leftAlone, "\(what), \(id), which no file tells of", at: place)
    return false
  }

  private static let graph: JSONValue = "00000003-0000-0000-c000-000000000000"

  /// Permissions of Graph as they are, those of an app here that it has.
  private mutating func resource(_ value: JSONValue, at place: Place) -> JSONValue? {
    guard case .object(let entry) = value, let id = entry["resourceAppId"],
      case .array(let items)? = entry["resourceAccess"]
    else { return nil }
    if id == Self.graph { return value }
    guard let api = app(id) else {
      remarks.add(.leftAlone, "permissions for the API \(id.text), which no file tells of", at: place)
      return nil
    }
    let known = ids("oauth2PermissionScopes", of: api) + ids("appRoles", of: api)
    let kept = items.filter { item in
      item["id"].map(known.contains) == true
    }
    if kept.count < items.count {
      remarks.add(.leftAlone, "permissions of \(api.name) that it does not have any more", at: place)
    }
    return kept.isEmpty ? nil : .object(["resourceAppId": id, "resourceAccess": .array(kept)])
  }

  private func ids(_ member: String, of app: DraftApp) -> [JSONValue] {
    (app.member(member)?.json.array ?? []).compactMap { $0["id"] }
  }
}
