import Bytes
import Directory
import JSON
import Time
import Worlds

/// A job and its template as Graph shows them.
enum SynchronizationView {
  /// The one template of apps that are not in the gallery.
  static let template = "scim"
  static let thresholdName = "QuarantineTooManyDeletesThreshold"
  private static let never = "0001-01-01T00:00:00Z"

  /// `scim.{tenant}.{guid}`. It follows from the app.
  static func jobID(of app: Application) -> String {
    let tenant = app.tenant.map { "\($0)".filter { $0 != "-" } } ?? ""
    return "\(template).\(tenant).\(SeededDirectory.derived("synchronizationJob", "\(app.id)"))"
  }

  static func job(_ place: SynchronizationCalls.Place, _ resource: ResourceCall) -> JSONObject {
    let world = resource.call.world
    let standing = place.provisioner.standing(of: place.app, in: world)
    let job = world.provisioning.job(of: place.app.id)
    let threshold = place.settings.deletionThreshold.map { "\($0)" } ?? "500"
    return [
      "id": .string(jobID(of: place.app)), "templateId": .string(template),
      "schedule": [
        "expiration": nil, "interval": .string(interval(place.settings.cycleInterval)),
        "state": .string(standing.state),
      ],
      "status": status(job, standing),
      "synchronizationJobSettings": [
        ["name": "AzureIngestionAttributeOptimization", "value": "False"],
        ["name": .string(thresholdName), "value": .string(threshold)],
      ],
    ]
  }

  private static func status(_ job: ProvisioningJob?, _ standing: ProvisioningStanding) -> JSONValue {
    func moment(_ ticks: Int64?) -> JSONValue { .string(ticks.map { UnixTime(ticks: $0).iso8601 } ?? never) }
    let last = job?.lastExecution
    var counts: [JSONValue] = []
    if let last {
      counts = [
        ["key": .string("User to \(SynchronizationSchema.userType)"), "value": .integer(Int64(last.users))],
        ["key": .string("Group to \(SynchronizationSchema.groupType)"), "value": .integer(Int64(last.groups))],
      ]
    }
    return [
      "countSuccessiveCompleteFailures": .integer(Int64(job?.failures ?? 0)),
      "escrowsPruned": .bool(job?.escrowsPruned ?? false), "code": .string(standing.code.rawValue),
      "lastExecution": execution(last), "lastSuccessfulExecution": execution(job?.lastSuccessful),
      "lastSuccessfulExecutionWithExports": execution(job?.lastWithExports), "quarantine": quarantine(job?.quarantine),
      "steadyStateFirstAchievedTime": moment(job?.steadyFirst), "steadyStateLastAchievedTime": moment(job?.steadyLast),
      "troubleshootingUrl": nil, "progress": [], "synchronizedEntryCountByType": .array(counts),
    ]
  }

  private static func execution(_ execution: ProvisioningExecution?) -> JSONValue {
    guard let execution else { return .null }
    let counts: [(String, Int)] = [
      ("countEntitled", execution.entitled), ("countEntitledForProvisioning", execution.entitled),
      ("countEscrowed", execution.escrowed), ("countEscrowedRaw", execution.escrowed),
      ("countExported", execution.exported), ("countExports", execution.exported),
      ("countImported", execution.isInitial ? execution.imported : 0),
      ("countImportedDeltas", execution.isInitial ? 0 : execution.imported), ("countImportedReferenceDeltas", 0),
    ]
    var members: JSONObject = ["activityIdentifier": "\(execution.id)"]
    for (name, count) in counts { members.append(name, .integer(Int64(count))) }
    members.append("state", .string(execution.state.rawValue))
    members.append("error", error(execution.fault))
    members.append("timeBegan", .string(UnixTime(ticks: execution.began).iso8601))
    members.append("timeEnded", .string(UnixTime(ticks: execution.ended).iso8601))
    return .object(members)
  }

  private static func error(_ fault: ProvisioningFault?) -> JSONValue {
    guard let fault else { return .null }
    return ["code": .string(fault.code), "message": .string(fault.message), "tenantActionable": true]
  }

  private static func quarantine(_ quarantine: ProvisioningQuarantine?) -> JSONValue {
    guard let quarantine else { return .null }
    return [
      "currentBegan": .string(UnixTime(ticks: quarantine.currentBegan).iso8601),
      "nextAttempt": .string(UnixTime(ticks: quarantine.nextAttempt).iso8601),
      "reason": .string(quarantine.reason.rawValue),
      "seriesBegan": .string(UnixTime(ticks: quarantine.seriesBegan).iso8601),
      "seriesCount": .integer(Int64(quarantine.seriesCount)), "error": error(quarantine.fault),
    ]
  }

  static func template(of app: Application.ID) -> JSONObject {
    [
      "id": .string(template), "applicationId": "\(app)", "default": true, "description": "SCIM",
      "discoverable": true, "factoryTag": "scim",
      "metadata": [
        [
          "key": "configurationFields",
          "value": #"[{"name":"baseaddress"},{"name":"secrettoken","secret":true}]"#,
        ]
      ],
    ]
  }

  /// `PT40M`.
  static func interval(_ duration: Duration) -> String {
    let seconds = duration.wholeSeconds
    return seconds % 60 == 0 ? "PT\(seconds / 60)M" : "PT\(seconds)S"
  }

  /// Nil for a text that is not of that form.
  static func interval(_ text: String) -> Duration? {
    guard text.hasPrefix("PT"), let unit = text.last, let count = Int(text.dropFirst(2).dropLast()), count > 0 else {
      return nil
    }
    return switch unit {
    case "H": .hours(count)
    case "M": .minutes(count)
    case "S": .seconds(count)
    default: nil
    }
  }
}
