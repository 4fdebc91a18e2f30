import Bytes
import Directory
import JSON
import Policy
import Scenarios
import Time
import Worlds

/// Drives the provisioning of apps, and shows how it stands and what it did.
enum ProvisioningHandlers {
  static func show(_ call: ControlCall) throws -> ControlAnswer {
    let (app, settings, provisioner) = try provisioned(call)
    let standing = provisioner.standing(of: app, in: call.world)
    let next = provisioner.nextCycle(of: app, in: call.world)
    let job = call.world.provisioning.job(of: app.id)
    let groups = job?.links.values.count { $0.members != nil } ?? 0
    var members: JSONObject = ["app": .string(app.alias)]
    members.append("tenantUrl", settings.tenantURL)
    members.append("code", .string(standing.code.rawValue))
    members.append("state", .string(standing.state))
    members.append("cycles", .integer(Int64(job?.cycles ?? 0)))
    members.append("users", .integer(Int64((job?.links.count ?? 0) - groups)))
    members.append("groups", .integer(Int64(groups)))
    members.append("escrows", .integer(Int64(job?.escrows.values.count { $0.nextAttempt < .max } ?? 0)))
    members.append("nextCycle", next?.iso8601)
    members.append("nextCycleHint", next.flatMap { hint($0, job, app, call.world.clock) })
    if let watermark = job?.watermark { members.append("watermark", ProvisioningShapes.time(watermark)) }
    if let last = job?.lastExecution { members.append("lastCycle", ProvisioningShapes.shown(last)) }
    if let quarantine = job?.quarantine { members.append("quarantine", ProvisioningShapes.shown(quarantine)) }
    return .json(.object(members))
  }

  /// How a clock that stands still gets to the next cycle. Nil for one that runs.
  private static func hint(
    _ next: UnixTime, _ job: ProvisioningJob?, _ app: Application, _ clock: WorldClock
  ) -> String? {
    guard case .frozen(let now) = clock.mode, next > now else { return nil }
    let atOnce = "'mockidp provision run \(app.alias)' begins one at once"
    if job?.lastBegan == nil, job?.quarantine == nil {
      return "The world's clock stands still. The first cycle begins when it is moved, however little; \(atOnce)."
    }
    let rest = (next - now).shortText
    return "The world's clock stands still at \(now.iso8601). 'mockidp clock advance \(rest)' gets there; \(atOnce)."
  }

  static func run(_ call: ControlCall) throws -> ControlAnswer {
    let (app, _, provisioner) = try provisioned(call)
    let order = try order(call)
    do throws(ProvisioningMistake) {
      return .json(ProvisioningShapes.shown(try provisioner.carryOut(order, for: app.id, in: call.world)))
    } catch { throw problem(error, app) }
  }

  private static func order(_ call: ControlCall) throws(Problem) -> ProvisioningOrder {
    let user = try call.body.text("user").map { name throws(Problem) in try call.user(name) }
    let isDryRun = call.body.flag("dryRun") ?? false
    if let name = call.body.text("group") {
      let directory = call.world.directory
      guard let group = directory.group(named: name) else {
        throw .unknownWord("group", name, known: directory.groupsInOrder.map(\.alias))
      }
      return ProvisioningOrder(.group(group.id, members: [user?.id].compactMap(\.self)), isDryRun: isDryRun)
    }
    if let user { return ProvisioningOrder(.user(user.id), isDryRun: isDryRun) }
    return ProvisioningOrder(call.body.text("kind") == "initial" ? .initial : .cycle, isDryRun: isDryRun)
  }

  static func restart(_ call: ControlCall) throws -> ControlAnswer {
    let (app, _, provisioner) = try provisioned(call)
    let words = call.body.texts("scopes") ?? []
    let scopes = words.compactMap { ProvisioningJob.RestartScope(rawValue: $0) }
    provisioner.change(app.id, in: call.world) {
      $0.restart(scopes.isEmpty ? ProvisioningJob.RestartScope.usual : Set(scopes))
    }
    try setStopped(nil, app, call)
    return try show(call)
  }

  static func start(_ call: ControlCall) throws -> ControlAnswer {
    try setStopped(nil, provisioned(call).app, call)
    return try show(call)
  }

  static func pause(_ call: ControlCall) throws -> ControlAnswer {
    try setStopped(true, provisioned(call).app, call)
    return try show(call)
  }

  private static func setStopped(_ isStopped: Bool?, _ app: Application, _ call: ControlCall) throws {
    try call.world.edit { try $0.update(app.id) { $0.provisioning?.isStopped = isStopped } }
  }

  static func log(_ call: ControlCall) throws -> ControlAnswer {
    let (app, _, _) = try provisioned(call)
    let user = try call.query["user"].map { name throws(Problem) in try call.user(name).id.guid }
    let entries = call.world.provisioning.entries.reversed().filter { entry in
      entry.app == app.alias && user.map { $0 == entry.source } ?? true
    }
    return .json(["entries": .array(entries.prefix(call.limit).map { ProvisioningShapes.shown($0) })])
  }

  static func requests(_ call: ControlCall) throws -> ControlAnswer {
    let (app, _, _) = try provisioned(call)
    let requests = call.world.provisioning.requests.reversed().filter { $0.app == app.alias }
    return .json(["requests": .array(requests.prefix(call.limit).map { ProvisioningShapes.shown($0) })])
  }

  private static func provisioned(
    _ call: ControlCall
  ) throws(Problem) -> (app: Application, settings: ProvisioningSettings, provisioner: any Provisioner) {
    let app = try call.object(Application.self)
    guard let settings = app.provisioning, let provisioner = call.world.otherServers?.provisioner else {
      throw .conflict(
        "not-provisioned", "The app is not provisioned", "'\(app.alias)' has no 'provisioning'.",
        "PATCH /_mockidp/v1/apps/\(app.alias) with a provisioning of tenantUrl and secretToken.")
    }
    return (app, settings, provisioner)
  }

  private static func problem(_ mistake: ProvisioningMistake, _ app: Application) -> Problem {
    let (detail, remedy) =
      switch mistake {
      case .notProvisioned: ("'\(app.alias)' has no 'provisioning'.", "Add it to the app.")
      case .credentialsMissing: ("'\(app.alias)' has no tenant URL.", "Give its 'provisioning' a tenantUrl.")
      case .noSuchObject: ("The object is not in the tenant of '\(app.alias)'.", "Name one that is.")
      case .tooMany: ("More than five objects were provisioned on demand within ten seconds.", "Wait.")
      case .notPossible(let sentence): (sentence, "GET …/provisioning shows how the job stands.")
      }
    return .conflict("not-possible", "Not possible", detail, remedy)
  }
}
