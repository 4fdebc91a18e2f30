import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import SCIM
import Synchronization
import Time
import Worlds

/// One cycle of one app, or one object on demand: what is known while it runs, and what it sends.
final class CycleRun: Sendable {
  let world: World
  let view: ProvisioningView
  let tenant: SCIMTenant
  let token: String?
  let form: SCIMForm
  let wire: any ProvisioningWire
  /// The world's time when it began.
  let now: UnixTime
  let isDryRun: Bool
  let stamp: SCIMStamp
  /// What the tenant URL has before its path, without the scheme.
  private let host: String
  private let home: Tenant?
  /// The header fields of a request without a body and of one with a body, with a mark in the place of the token.
  private let markedFields: (plain: HTTPFields, ofBodies: HTTPFields)
  /// Keeps an exchange: gives it its number in the journal, and shows it to who watches.
  let record: @Sendable (inout Exchange, World) -> Void
  let state: Mutex<State>

  /// What grows while the cycle runs.
  struct State: Sendable {
    var job: ProvisioningJob
    var execution: ProvisioningExecution
    var entries: [ProvisionedEntry] = []
    /// What the app said of the managers of those who were looked at; `.some(nil)`: of no manager.
    var managers: [GUID: String?] = [:]
    /// The groups that were read in this cycle, and whether the answer had members although they were excluded.
    var groupsWithMembers: [GUID: Bool] = [:]
    /// What is sent behind all others of its kind.
    var postponed: [@Sendable () -> Void] = []
    /// The entries that wait there.
    var putOff: Set<GUID> = []
    /// How long the rest is put off; nil: it is not.
    var pause: Duration?
    var failures = (base: 0, references: 0)
    var handled = 0

    /// Notes that an object has one in the app.
    mutating func link(_ item: Item, to target: String) {
      var link = ProvisioningJob.Link(target: target)
      if item.kind == .groups { link.members = [] }
      job.links[item.id] = link
    }

    /// Tables that grow by one for each user are laid out anew a dozen times.
    mutating func makeRoom(for users: Int) {
      entries.reserveCapacity(users)
      managers.reserveCapacity(users)
      if users > job.links.count { job.links.reserveCapacity(users) }
    }
  }

  init(
    world: World, view: ProvisioningView, tenant: SCIMTenant, token: String?, job: ProvisioningJob,
    execution: ProvisioningExecution, form: SCIMForm, wire: any ProvisioningWire, isDryRun: Bool,
    record: @escaping @Sendable (inout Exchange, World) -> Void
  ) {
    self.world = world
    self.view = view
    self.tenant = tenant
    self.token = token
    self.form = form
    self.wire = wire
    now = view.now
    self.isDryRun = isDryRun
    self.record = record
    host = tenant.origin.firstPlace(of: "://").map { String(tenant.origin[$0.upperBound...]) } ?? tenant.origin
    home = view.directory.tenants[view.tenant]
    let stamp = SCIMStamp(day: String(view.now.iso8601.prefix(10)), activity: execution.id)
    self.stamp = stamp
    let (mark, userAgent) = (token.map { _ in "(hidden)" }, view.settings.userAgent)
    func fields(_ body: [UInt8]) -> HTTPFields {
      HTTPFields(
        SCIMRequest(method: "", path: "", body: body).fields(token: mark, stamp: stamp, userAgent: userAgent))
    }
    markedFields = (fields([]), fields([0x7B]))
    state = Mutex(State(job: job, execution: execution))
  }

  var app: Application { view.app }
  var settings: ProvisioningSettings { view.settings }

  func job<Value: Sendable>(_ read: (ProvisioningJob) -> Value) -> Value { state.withLock { read($0.job) } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// What there is to leave by now.
  var outcome: CycleOutcome {
    state.withLock { CycleOutcome(job: $0.job, execution: $0.execution, entries: $0.entries) }
  }

  // MARK: Sending

  /// Sends a request and keeps it in the ring with its answer.
  func ask(_ request: SCIMRequest, about: String?) throws(ProvisioningFault) -> SCIMAnswer {
    do throws(SCIMFailure) {
      let answer = try wire.send(request, to: tenant, token: token, userAgent: settings.userAgent, stamp: stamp)
      note(request, answer, nil, about)
      return answer
    } catch {
      note(request, nil, error.description, about)
      throw Judgement.silent(error)
    }
  }

  private func note(_ request: SCIMRequest, _ answer: SCIMAnswer?, _ fault: String?, _ about: String?) {
    let longest = 16_384
    world.provisioning.note(
      SentRequest(
        app: app.alias, at: world.now, method: request.method, url: tenant.url(of: request),
        fields: shownFields(of: request), body: String(decoding: request.body.prefix(longest), as: UTF8.self),
        status: answer?.status, answer: String(decoding: (answer?.body ?? []).prefix(longest), as: UTF8.self),
        fault: fault, about: about))
  }

  /// The header fields with a mark in the place of the token.
  func shownFields(of request: SCIMRequest) -> HTTPFields {
    request.body.isEmpty ? markedFields.plain : markedFields.ofBodies
  }

  /// The probe that opens every cycle; nil: the app answers as a SCIM server.
  func probe() -> (fault: ProvisioningFault?, status: Int) {
    var status = 0
    var probes: [SCIMRequest?] = [.find(.users, view.userMapping.firstKey, equals: "\(world.entropy.guid())")]
    if view.sendsGroups { probes.append(.find(.groups, view.groupMapping.firstKey, equals: "\(world.entropy.guid())")) }
    for request in probes.compactMap(\.self) {
      do throws(ProvisioningFault) {
        let answer = try ask(request, about: nil)
        status = answer.status
        if let fault = Judgement.probe(answer) { return (fault, status) }
      } catch { return (error, status) }
    }
    return (nil, status)
  }

  // MARK: Exchanges

  /// The exchange of something that is sent, as rules and the journal see it.
  func exchange(_ action: Exchange.ProvisioningAction, _ method: String, _ path: String) -> Exchange {
    // Trace ids of the service end in 00 (observed).
    var bytes = world.entropy.guid().bytes
    bytes[15] = 0
    var exchange = Exchange(
      traceID: GUID(bytes: bytes) ?? .zero, correlationID: stamp.activity, startedAt: world.now, method: method,
      host: host, path: tenant.path + path)
    exchange.endpoint = .provisioning
    exchange.action = action
    exchange.note(client: app)
    exchange.note(tenant: home)
    return exchange
  }

  /// Lets rules act that want something in the place of what is sent: an answer, or that nobody answers. Nil: they want nothing.
  func consult(_ exchange: inout Exchange) throws(ProvisioningFault) -> SCIMAnswer? {
    do {
      try world.consultRules(&exchange)
    } catch let replaced as ReplacedAnswer {
      let response = replaced.replacement.response()
      exchange.because("→ \(response.status): a rule answers in the place of the app")
      return SCIMAnswer(status: response.status, fields: response.fields, body: response.body)
    } catch {
      throw ProvisioningFault(.internalError, "a rule failed: \(error)")
    }
    let shape = exchange.shape
    if shape.delay > .zero { Together.pause(shape.delay) }
    switch shape.manner {
    case .silent: throw ProvisioningFault(.timeout, "A rule lets the app give no answer.")
    case .reset: throw ProvisioningFault(.webExceptionProtocolError, "A rule resets the connection.")
    default: return nil
    }
  }

  /// Lets rules change an answer on its way.
  func edited(_ answer: SCIMAnswer, _ exchange: inout Exchange) -> SCIMAnswer {
    guard !exchange.shape.edits.isEmpty else { return answer }
    var response = HTTPResponse(status: answer.status, fields: answer.fields, body: answer.body)
    exchange.shape.apply(to: &response, &exchange)
    return SCIMAnswer(status: response.status, fields: response.fields, body: response.body)
  }

  /// Ends an exchange: rules see its events, and the journal gets it.
  func conclude(_ exchange: inout Exchange, _ answer: SCIMAnswer?) -> Int {
    do { try world.concludeRules(&exchange) } catch { exchange.because("a rule failed: \(error)") }
    if let answer {
      exchange.status = answer.status
      exchange.answer = AnswerCopy(
        of: HTTPResponse(status: answer.status, fields: answer.fields, body: answer.body), to: exchange)
    }
    record(&exchange, world)
    return exchange.number
  }

  // MARK: What an entry comes to

  func entry(_ source: GUID, _ name: String, isGroup: Bool) -> ProvisionedEntry {
    var entry = ProvisionedEntry(
      at: world.now, app: app.alias, cycle: stamp.activity, source: source, sourceName: name, isGroup: isGroup)
    entry.id = world.entropy.guid()
    return entry
  }

  /// Notes that an entry failed: it is tried again later, or given up.
  func fail(_ id: GUID, _ fault: ProvisioningFault, isReference: Bool, digest: Int64?) -> ProvisioningFault {
    state.withLock { state in
      if isReference { state.failures.references += 1 } else { state.failures.base += 1 }
      let escrow = Timetable.escrow(state.job.escrows[id], fault, isReference: isReference, digest: digest, at: now)
      state.job.escrows[id] = escrow
      if escrow.isGivenUp { state.job.escrowsPruned = true }
      return Judgement.retrying(fault, escrow)
    }
  }

  /// Notes that the app has the object, or its references: what failed of the other stays failed.
  func succeed(_ id: GUID, isReference: Bool = false) {
    change { if $0.job.escrows[id]?.isReference == isReference { $0.job.escrows[id] = nil } }
  }

  func note(_ entry: ProvisionedEntry) {
    state.withLock { state in
      state.entries.append(entry)
      if entry.status == .success, entry.action != nil { state.execution.exported += 1 }
    }
  }

  /// The request as people read it.
  func shown(_ request: SCIMRequest) -> String {
    let body = String(decoding: request.body, as: UTF8.self)
    return String(pieces: request.method, " ", tenant.url(of: request), body.isEmpty ? "" : "\n", body)
  }
}
