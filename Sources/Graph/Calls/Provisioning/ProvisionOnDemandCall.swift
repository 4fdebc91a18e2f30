import Bytes
import Directory
import HTTPWire
import JSON
import Time
import Worlds

/// One user or group at once (Microsoft: "synchronizationJob: provisionOnDemand").
enum ProvisionOnDemandCall {
  private static let window = Duration.seconds(10)
  private static let most = 5

  static func answer(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try SynchronizationCalls.place(resource)
    _ = try SynchronizationCalls.changed(resource)
    let kind = try order(resource)
    guard place.settings.tenantURL != nil else { throw GraphError.credentialsMissing }
    try checkRate(place, resource)
    let world = resource.call.world
    let report: ProvisioningReport
    do throws(ProvisioningMistake) {
      report = try place.provisioner.carryOut(ProvisioningOrder(kind), for: place.app.id, in: world)
    } catch {
      throw switch error {
      case .credentialsMissing, .notProvisioned: GraphError.credentialsMissing
      case .noSuchObject: GraphError.notFound(subject(try resource.body)?["objectId"]?.string ?? "")
      case .tooMany: GraphError.throttled(retryAfter: window, because: "too many on demand")
      case .notPossible(let reason): GraphError.invalidInput(because: reason)
      }
    }
    guard let entry = report.entries.first else { throw GraphError.invalidInput(because: "nothing was decided") }
    exchange.because("→ 200 \(entry.action?.rawValue ?? "nothing") of '\(entry.sourceName)': \(entry.status.rawValue)")
    return resource.odata(
      ["key": .string(key(entry).text), "value": .string(value(entry, place, resource).text)],
      context: "microsoft.graph.stringKeyStringValuePair", exchange)
  }

  private static func subject(_ body: JSONObject) -> JSONValue? {
    body["parameters"]?.array?.first?["subjects"]?.array?.first
  }

  private static func order(_ resource: ResourceCall) throws -> ProvisioningOrder.Kind {
    let body = try resource.body
    let rule = body["parameters"]?.array?.first?["ruleId"]?.string ?? ""
    guard ASCII.equalIgnoringCase(rule, SynchronizationSchema.rule) else {
      throw GraphError.invalidInput(
        because: "'\(rule)' is not a rule of the job's schema; it is \(SynchronizationSchema.rule)")
    }
    let subject = subject(body)
    guard let id = subject?["objectId"]?.string.flatMap({ GUID($0) }) else {
      throw GraphError.invalidInput(because: "the first subject has no objectId")
    }
    guard subject?["objectTypeName"]?.string == "Group" else { return .user(User.ID(id)) }
    let members = (subject?["links"]?["members"]?.array ?? []).compactMap { member in
      member["objectId"]?.string.flatMap { User.ID($0) }
    }
    return .group(Group.ID(id), members: members)
  }

  private static func checkRate(_ place: SynchronizationCalls.Place, _ resource: ResourceCall) throws(GraphError) {
    let world = resource.call.world
    let now = resource.call.now
    let isFree = world.provisioning.update(place.app.id, at: now) { job in
      job.demands.removeAll { now - UnixTime(ticks: $0) >= window }
      guard job.demands.count < most else { return false }
      job.demands.append(now.ticks)
      return true
    }
    guard isFree else {
      throw .throttled(retryAfter: window, because: "\(most) objects were provisioned on demand within ten seconds")
    }
  }

  private static func key(_ entry: ProvisionedEntry) -> JSONValue {
    let code = entry.fault?.code ?? entry.skipReason ?? ""
    let message = entry.fault?.message ?? (entry.skipReason == nil ? "" : entry.reasons.last ?? "")
    return [
      "result": .string(["success": "Success", "failure": "Failure"][entry.status.rawValue] ?? "Skipped"),
      "details": ["errorCode": .string(code), "errorMessage": .string(message)],
    ]
  }

  private static func value(
    _ entry: ProvisionedEntry, _ place: SynchronizationCalls.Place, _ resource: ResourceCall
  ) -> JSONValue {
    let log = ProvisioningLogCalls.shown(entry, place.app, place.view, resource)
    var members: JSONObject = [
      "action": log["provisioningAction"] ?? "other", "changeId": log["changeId"] ?? .null,
      "startTime": .string(entry.at.iso8601), "endTime": .string(entry.at.iso8601),
      "reportableIdentifier": .string(entry.sourceName),
    ]
    for (name, other) in [
      ("modifiedProperties", "modifiedProperties"), ("provisioningSteps", "provisioningSteps"),
      ("statusInfo", "provisioningStatusInfo"), ("sourceIdentity", "sourceIdentity"), ("sourceSystem", "sourceSystem"),
      ("targetIdentity", "targetIdentity"), ("targetSystem", "targetSystem"),
    ] { members.append(name, log[other] ?? .null) }
    return .object(members)
  }
}
