import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// The jobs that write users and groups into apps (Microsoft: "synchronizationJob resource type" and its methods).
enum SynchronizationCalls {
  /// An app with its job, as the path names it.
  struct Place: Sendable {
    let view: ServicePrincipalView
    let settings: ProvisioningSettings
    let provisioner: any Provisioner

    var app: Application { view.application }
  }

  // MARK: Jobs

  static func listJobs(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try ApplicationCalls.principalView(resource)
    exchange.because("→ 200 the synchronization jobs of '\(view.application.alias)'")
    let jobs = try place(view, resource).map { [JSONValue.object(SynchronizationView.job($0, resource))] } ?? []
    return resource.list(jobs, context: context(view, "jobs"), exchange)
  }

  static func readJob(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try place(resource)
    exchange.because("→ 200 the synchronization job of '\(place.app.alias)'")
    return resource.odata(
      SynchronizationView.job(place, resource), context: context(place.view, "jobs/$entity"), exchange)
  }

  static func createJob(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try changed(resource)
    let template = try resource.body["templateId"]?.string ?? ""
    guard template == SynchronizationView.template else {
      throw GraphError(
        400, .badRequest, "The template '\(template)' does not exist.",
        because: "the app has the template '\(SynchronizationView.template)' alone")
    }
    // Asked of the app as it is then: another caller may make the job at the same time.
    try resource.call.world.edit { editor in
      guard try editor.application(view.application.id).provisioning == nil else {
        throw GraphError(
          409, .jobExists, "A synchronization job of the template '\(template)' exists already.",
          because: "'\(view.application.alias)' has a job")
      }
      try editor.update(view.application.id) { app in
        var settings = ProvisioningSettings()
        settings.isStopped = true
        app.provisioning = settings
      }
    }
    exchange.because("→ 201 the synchronization job of '\(view.application.alias)'")
    let place = try self.place(ApplicationCalls.principalView(resource.about(resource.call.world.directory)), resource)
    guard let place else { throw GraphError.notFound(view.application.alias) }
    let job = SynchronizationView.job(place, resource)
    return GraphAnswer.created(
      job, context: context(view, "jobs/$entity"),
      location:
        "\(resource.call.origin.graph)/\(resource.version.rawValue)/\(context(view, "jobs"))/\(job["id"]?.string ?? "")",
      version: resource.version.rawValue, resource.call, exchange)
  }

  static func updateJob(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try place(resource)
    _ = try changed(resource)
    let body = try resource.body
    try edit(place.app, resource) { app in
      if let text = body["schedule"]?["interval"]?.string, let interval = SynchronizationView.interval(text) {
        app.provisioning?.interval = TimeSpan(interval)
      }
      for setting in body["synchronizationJobSettings"]?.array ?? []
      where setting["name"]?.string == SynchronizationView.thresholdName {
        app.provisioning?.deletionThreshold = setting["value"]?.string.flatMap { Int($0) }
      }
    }
    exchange.because("→ 204 the synchronization job is changed")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func deleteJob(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try place(resource)
    _ = try changed(resource)
    try edit(place.app, resource) { $0.provisioning = nil }
    resource.call.world.provisioning.forget(place.app.id)
    exchange.because("→ 204 the synchronization job is gone, with its links")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  // MARK: Running

  static func start(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try place(resource)
    _ = try changed(resource)
    try edit(place.app, resource) { $0.provisioning?.isStopped = nil }
    exchange.because("→ 204 the job runs")
    // The first cycle begins with the start; any other when it falls due.
    if resource.call.world.provisioning.job(of: place.app.id)?.lastBegan == nil { try run(place, resource, &exchange) }
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func pause(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try place(resource)
    _ = try changed(resource)
    try edit(place.app, resource) { $0.provisioning?.isStopped = true }
    exchange.because("→ 204 the job is paused; the watermark is kept")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func restart(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try place(resource)
    _ = try changed(resource)
    let text = resource.call.request.body.isEmpty ? "" : try resource.body["criteria"]?["resetScope"]?.string ?? ""
    let words = text.split(separator: ",").map { ASCII.trimmed(String($0)) }.filter { !$0.isEmpty }
    let scopes = words.compactMap { word in
      ProvisioningJob.RestartScope.allCases.first { ASCII.equalIgnoringCase($0.rawValue, word) }
    }
    guard scopes.count == words.count else {
      throw GraphError.invalidInput(because: "'\(text)' is not a resetScope; write words such as Watermark,Escrows")
    }
    let chosen = scopes.isEmpty ? ProvisioningJob.RestartScope.usual : Set(scopes)
    place.provisioner.change(place.app.id, in: resource.call.world) { $0.restart(chosen) }
    try edit(place.app, resource) { $0.provisioning?.isStopped = nil }
    exchange.because("→ 204 the job begins anew: \(chosen.map(\.rawValue).sorted().joined(separator: ", "))")
    if chosen != [.none] { try run(place, resource, &exchange) }
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static func run(_ place: Place, _ resource: ResourceCall, _ exchange: inout Exchange) throws {
    do throws(ProvisioningMistake) {
      let report = try place.provisioner.carryOut(ProvisioningOrder(.cycle), for: place.app.id, in: resource.call.world)
      exchange.because("cycle \(report.cycle ?? 0) ended: \(report.execution.state.rawValue)")
    } catch { exchange.because("no cycle ran: \(error)") }
  }

  static func validate(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try changed(resource)
    guard let provisioner = resource.call.world.otherServers?.provisioner else {
      throw GraphError.notServed("validateCredentials")
    }
    let body = try resource.body
    var settings = view.application.provisioning ?? ProvisioningSettings()
    if body["useSavedCredentials"] != true { settings.secrets = [] }
    for secret in body["credentials"]?.array ?? [] {
      try SynchronizationSecretCalls.set(secret, of: &settings, keeping: view.application.provisioning)
    }
    guard settings.tenantURL != nil else { throw GraphError.credentialsMissing }
    if let fault = provisioner.fault(of: settings, for: view.application.id, in: resource.call.world) {
      throw GraphError(fault, because: "the app did not answer as a SCIM server: \(fault.code)")
    }
    exchange.because("→ 204 the app answers as a SCIM server")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  // MARK: Templates and schemas

  static func templates(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let id = try owner(resource)
    exchange.because("→ 200 the synchronization templates")
    return resource.list(
      [.object(SynchronizationView.template(of: id))], context: "synchronization/templates", exchange)
  }

  static func template(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let id = try owner(resource)
    try checkTemplate(resource)
    exchange.because("→ 200 the synchronization template")
    return resource.odata(
      SynchronizationView.template(of: id), context: "synchronization/templates/$entity", exchange)
  }

  static func templateSchema(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    _ = try owner(resource)
    try checkTemplate(resource)
    exchange.because("→ 200 the schema of the template")
    return resource.odata(
      SynchronizationSchema.shown(ProvisioningSettings(), id: SynchronizationView.template),
      context: "synchronization/templates/schema/$entity", exchange)
  }

  static func schema(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try place(resource)
    exchange.because("→ 200 the schema of the job")
    return resource.odata(
      SynchronizationSchema.shown(place.settings, id: SynchronizationView.jobID(of: place.app)),
      context: context(place.view, "jobs/schema/$entity"), exchange)
  }

  private static func owner(_ resource: ResourceCall) throws -> Application.ID {
    try resource.keys["application"] == nil
      ? ApplicationCalls.principalView(resource).application.id : ApplicationCalls.application(resource).id
  }

  private static func checkTemplate(_ resource: ResourceCall) throws(GraphError) {
    let key = resource.keys["template"] ?? ""
    guard key == SynchronizationView.template else { throw .notFound(key) }
  }

  // MARK: Looking up

  static func context(_ view: ServicePrincipalView, _ rest: String) -> String {
    "servicePrincipals/\(view.guid)/synchronization/\(rest)"
  }

  /// Nil: the app has no job.
  static func place(_ view: ServicePrincipalView, _ resource: ResourceCall) throws -> Place? {
    guard let settings = view.application.provisioning, let provisioner = resource.call.world.otherServers?.provisioner
    else { return nil }
    return Place(view: view, settings: settings, provisioner: provisioner)
  }

  /// The job of the path.
  static func place(_ resource: ResourceCall) throws -> Place {
    let view = try ApplicationCalls.principalView(resource)
    let key = resource.keys["job"] ?? ""
    guard let place = try place(view, resource),
      ASCII.equalIgnoringCase(key, SynchronizationView.jobID(of: view.application))
    else { throw GraphError.notFound(key) }
    return place
  }

  /// The service principal of the path, which the caller may change.
  static func changed(_ resource: ResourceCall) throws -> ServicePrincipalView {
    let view = try ApplicationCalls.principalView(resource)
    let token = resource.token
    if token.user != nil || !token.permissions.contains("Synchronization.ReadWrite.All") {
      try Administration.check(view, resource)
    }
    return view
  }

  static func edit(
    _ app: Application, _ resource: ResourceCall, _ change: @escaping (inout Application) -> Void
  ) throws {
    try resource.call.world.edit { try $0.update(app.id, change) }
  }
}

extension GraphError {
  static let credentialsMissing = Self(
    ProvisioningFault(.credentialsMissing, "The synchronization job has no credentials."),
    because: "the job has no BaseAddress; PUT …/synchronization/secrets first")
}

extension GraphPermission {
  /// "Get synchronizationJob", "List synchronizationJobs", their schemas and templates.
  static let readSynchronization = Self(
    "Synchronization.Read.All Synchronization.ReadWrite.All", application: "= Application.ReadWrite.OwnedBy")
  /// "Create synchronizationJob", "synchronizationJob: start", and the other changes.
  static let changeSynchronization = Self(
    "Synchronization.ReadWrite.All", application: "= Application.ReadWrite.OwnedBy")
  /// "List provisioningObjectSummary".
  static let readProvisioningLog = Self("AuditLog.Read.All")
}
