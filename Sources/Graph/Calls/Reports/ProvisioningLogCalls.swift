import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// What provisioning did, object by object (Microsoft: "provisioningObjectSummary resource type").
enum ProvisioningLogCalls {
  private static let context = "auditLogs/provisioning"

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let kept = Duration.days(resource.token.tenant.isPremium ? 30 : 7)
    let directory = resource.directory
    var views: [String: (Application, ServicePrincipalView)] = [:]
    for app in directory.applicationsInOrder where app.provisioning != nil && app.tenant == resource.token.tenant.id {
      guard let principal = directory.servicePrincipal(of: app.id, in: resource.token.tenant.id) else { continue }
      views[app.alias] = (app, ServicePrincipalView(principal: principal, application: app))
    }
    let items = resource.call.world.provisioning.entries.reversed().compactMap { entry -> JSONObject? in
      guard resource.call.now - entry.at < kept, let (app, view) = views[entry.app] else { return nil }
      return shown(entry, app, view, resource)
    }
    return try resource.page(of: items, .provisioningObjectSummary, context: context, &exchange)
  }

  static func shown(
    _ entry: ProvisionedEntry, _ app: Application, _ view: ServicePrincipalView, _ resource: ResourceCall
  ) -> JSONObject {
    let word = entry.isGroup ? "Group" : "User"
    var members: JSONObject = [
      "id": "\(entry.id)", "activityDateTime": .string(entry.at.iso8601), "tenantId": "\(resource.token.tenant.id)",
      "jobId": .string(SynchronizationView.jobID(of: app)), "cycleId": "\(entry.cycle)", "changeId": "\(entry.id)",
      "provisioningAction": .string(action(entry)), "durationInMilliseconds": 0,
      "sourceSystem": [
        "id": .string("\(SeededDirectory.derived("sourceSystem", "\(app.id)"))"),
        "displayName": "Azure Active Directory", "details": [:],
      ],
    ]
    members.append(
      "targetSystem",
      [
        "id": .string("\(SeededDirectory.derived("targetSystem", "\(app.id)"))"), "displayName": "customappsso",
        "details": [
          "ApplicationId": "\(app.id)", "ServicePrincipalId": "\(view.guid)",
          "ServicePrincipalDisplayName": .string(app.displayName),
        ],
      ])
    members.append(
      "initiatedBy", ["id": "", "displayName": "Azure AD Provisioning Service", "initiatorType": "system"])
    members.append("servicePrincipal", ["id": "\(view.guid)", "displayName": .string(app.displayName)])
    members.append("sourceIdentity", identity("\(entry.source)", entry.sourceName, word))
    members.append("targetIdentity", identity(entry.target ?? "", entry.target == nil ? "" : entry.sourceName, word))
    members.append("provisioningStatusInfo", status(entry))
    members.append(
      "provisioningSteps",
      .array(
        entry.steps.map { step in
          [
            "name": .string(step.name), "provisioningStepType": .string(step.kind.rawValue),
            "status": .string(step.status.rawValue), "description": .string(step.text), "details": [:],
          ]
        }))
    members.append(
      "modifiedProperties",
      .array(
        entry.changes.map { change in
          [
            "displayName": .string(change.name), "oldValue": change.old.map { .string($0) } ?? .null,
            "newValue": change.new.map { .string($0) } ?? .null,
          ]
        }))
    return members
  }

  /// The words of the log know no restoring: that is an update.
  private static func action(_ entry: ProvisionedEntry) -> String {
    switch entry.action {
    case .restore: "update"
    case .cycle, nil: "other"
    case let action?: action.rawValue
    }
  }

  private static func identity(_ id: String, _ name: String, _ type: String) -> JSONValue {
    ["id": .string(id), "displayName": .string(name), "identityType": .string(type), "details": [:]]
  }

  private static func status(_ entry: ProvisionedEntry) -> JSONValue {
    let code = entry.fault?.code ?? entry.skipReason
    guard let code else { return ["status": .string(entry.status.rawValue), "errorInformation": .null] }
    return [
      "status": .string(entry.status.rawValue),
      "errorInformation": [
        "errorCode": .string(code), "reason": .string(entry.fault?.message ?? entry.reasons.last ?? ""),
        "additionalDetails": nil, "errorCategory": .string(entry.status == .failure ? "failure" : "nonServiceFailure"),
        "recommendedAction": nil,
      ],
    ]
  }
}

extension ObjectType {
  /// A report, as that of sign-ins.
  static let provisioningObjectSummary: Self = {
    let names = [
      "id", "activityDateTime", "tenantId", "jobId", "cycleId", "changeId", "provisioningAction",
      "durationInMilliseconds", "sourceSystem", "targetSystem", "initiatedBy", "servicePrincipal", "sourceIdentity",
      "targetIdentity", "provisioningStatusInfo", "provisioningSteps", "modifiedProperties",
    ]
    var type = Self(name: "provisioningObjectSummary", names: names)
    type.plainNames = names
    type.isReport = true
    type.filterable = .all(
      "id", "activityDateTime", "tenantId", "jobId", "cycleId", "changeId", "provisioningAction")
    type.filterablePath = { name in
      [
        "sourceIdentity/id", "sourceIdentity/displayName", "sourceIdentity/identityType", "targetIdentity/id",
        "targetIdentity/displayName", "servicePrincipal/id", "servicePrincipal/displayName", "initiatedBy/displayName",
        "provisioningStatusInfo/status", "sourceSystem/displayName", "targetSystem/displayName",
      ].first { ASCII.equalIgnoringCase($0, name) }
    }
    type.orderable = ["activityDateTime"]
    type.pageSize = 1_000
    return type
  }()
}
