import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import SCIM
import Synchronization
import Time
import Worlds

/// The entries of users and groups: each reads, and then writes at most once.
extension CycleRun {
  /// One object, as an entry sees it.
  struct Item: Sendable {
    let id: GUID
    /// The sign-in name, or the name of the group.
    let name: String
    let kind: SCIMKind
    var values: Mapping.Values
    let user: User?
    let group: Group?
    /// Whether the object may use the app afterwards.
    var isEntitled = true
    /// Whether it is in scope, deleted or not.
    var wasEntitled = true

    init(_ subject: ProvisioningView.Subject) {
      (id, name, kind, values) = (subject.id, subject.user.userPrincipalName, .users, subject.values)
      (user, group) = (subject.user, nil)
      isEntitled = subject.isEntitled
      wasEntitled = subject.isAssigned && subject.passesFilters
    }

    init(_ party: ProvisioningView.Party) {
      (id, name, kind, values) = (party.id, party.group.displayName, .groups, party.values)
      (user, group) = (nil, party.group)
    }

    var word: String { kind == .users ? "User" : "Group" }
    var noun: String { kind == .users ? "user" : "group" }
    /// Why one is created.
    var newcomer: String {
      kind == .users
        ? "no user of the app has the matching value: it is created"
        : "no group of the app has the matching value: it is created"
    }
    /// What the service's log says of the step that looks at the filters.
    var scoping: String {
      kind == .users
        ? "Determine if User in scope by evaluating against each scoping filter"
        : "Determine if Group in scope by evaluating against each scoping filter"
    }
    var alias: String { user?.alias ?? group?.alias ?? name }

    /// As one whose deletion is sent.
    var deleted: Item {
      var item = self
      item.values.digest = CyclePlan.Step.delete.digest(of: values) ?? 0
      return item
    }
  }

  /// Carries one step of the plan out.
  func run(_ item: Item, _ step: CyclePlan.Step, _ reasons: [String]) {
    var entry = entry(item.id, item.name, isGroup: item.kind == .groups)
    entry.reasons = reasons
    entry.steps.append(
      .init(
        .import, step == .match ? "EntryImportAdd" : "EntryImportUpdate",
        String(pieces: "Retrieved ", item.word, " '", item.name, "' from Azure Active Directory")))
    entry.steps.append(.init(.scoping, "EntrySynchronizationScoping", item.scoping))
    change { $0.execution.imported += 1 }
    switch step {
    case .forget:
      change { $0.job.links[item.id] = nil }
      succeed(item.id)
      skip(&entry, .notEffectivelyEntitled)
    case .skip: skip(&entry, .notEffectivelyEntitled)
    case .delete: delete(item, &entry)
    case .match: match(item, &entry)
    case .compare(let action): compare(item, action, &entry)
    }
    let id = entry.id
    if !state.withLock({ $0.putOff.contains(id) }) { note(entry) }
  }

  private func skip(_ entry: inout ProvisionedEntry, _ reason: ProvisioningCode) {
    entry.status = .skipped
    entry.skipReason = reason.name
  }

  // MARK: Reading

  private func match(_ item: Item, _ entry: inout ProvisionedEntry) {
    do throws(ProvisioningFault) {
      guard let found = try find(item, &entry) else {
        entry.reasons.append(item.newcomer)
        return write(item, .creation(item.kind, item.values, settings, form), .create, &entry)
      }
      entry.target = found.id
      entry.reasons.append("the app has one with the matching value: \(found.id)")
      seen(item, found)
      change { $0.link(item, to: found.id) }
      let action: Exchange.ProvisioningAction =
        found.isActive == false && item.values.active == true ? .restore : .update
      write(item, .change(item.kind, found, item.values, settings, form), action, &entry)
    } catch { failed(item, .create, error, &entry) }
  }

  /// Looks the object up by each matching attribute, until one finds it. Nil: none does.
  private func find(_ item: Item, _ entry: inout ProvisionedEntry) throws(ProvisioningFault) -> SCIMResource? {
    for key in item.values.keys {
      let value = MappingExpression.text(key.value) ?? ""
      guard let request = SCIMRequest.find(item.kind, key.path.description, equals: value) else {
        throw Judgement.unsupported(value)
      }
      let answer = try ask(request, about: item.alias)
      let list: SCIMList
      do throws(SCIMReadError) { list = try answer.list() } catch { throw Judgement.unreadable(error, answer) }
      if list.resources.count > 1 { throw Judgement.ambiguous(list.resources.count) }
      guard let found = list.resources.first else { continue }
      advise(list.advice, &entry)
      if key.path.value(in: found.object).map({ !Self.isSame($0, key.value) }) ?? true {
        entry.reasons.append(
          "filter ignored: the app's answer does not have \(key.path) '\(value)', and is linked all the same")
      }
      entry.steps.append(.init(.matching, "EntryImport", "Retrieved  '\(item.name)' from customappsso"))
      return found
    }
    entry.steps.append(
      .init(
        .matching, "EntryImportObjectNotFound", String(pieces: "'", item.name, "' was not found in customappsso")))
    return nil
  }

  private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
    guard let one = MappingExpression.text(one), let other = MappingExpression.text(other) else { return one == other }
    return one.lowercased() == other.lowercased()
  }

  private func advise(_ advice: Set<SCIMAdvice>, _ entry: inout ProvisionedEntry) {
    for advice in advice.sorted(by: { $0.rawValue < $1.rawValue }) {
      entry.reasons.append("read leniently: \(advice.rawValue)")
    }
  }

  private static let manager = SCIMPath(SCIMNames.manager)

  /// Notes what the answer says of the manager, and of members that were not asked for.
  private func seen(_ item: Item, _ resource: SCIMResource?) {
    change { state in
      if item.kind == .users {
        let manager = resource.flatMap { Self.manager?.value(in: $0.object) }
        state.managers[item.id] = .some(manager.flatMap { MappingExpression.text($0) })
      } else {
        state.groupsWithMembers[item.id] = resource?.members?.isEmpty == false
      }
    }
  }

  /// Reads an object that is linked.
  func read(_ item: Item, _ target: String) throws(ProvisioningFault) -> SCIMResource {
    let answer = try ask(.read(item.kind, target), about: item.alias)
    let resource: SCIMResource
    do throws(SCIMReadError) { resource = try answer.resource() } catch { throw Judgement.unreadable(error, answer) }
    seen(item, resource)
    return resource
  }

  private func compare(_ item: Item, _ action: Exchange.ProvisioningAction, _ entry: inout ProvisionedEntry) {
    guard let target = job({ $0.links[item.id]?.target }) else { return }
    entry.target = target
    do throws(ProvisioningFault) {
      let found = try read(item, target)
      advise(found.advice, &entry)
      entry.steps.append(.init(.matching, "EntryImport", "Retrieved  '\(item.name)' from customappsso"))
      if action == .disable, item.values.active == true {
        entry.reasons.append(
          "the mapping says that 'active' is true for who left the scope: nobody is switched off by it")
      }
      if action == .disable, !view.userMapping.hasActive { entry.reasons.append("the mapping has no 'active'") }
      write(item, .change(item.kind, found, item.values, settings, form), action, &entry)
    } catch { failed(item, action, error, &entry) }
  }

  // MARK: Writing

  private func delete(_ item: Item, _ entry: inout ProvisionedEntry) {
    guard let target = job({ $0.links[item.id]?.target }) else { return }
    entry.target = target
    let request = SCIMRequest.delete(item.kind, target)
    send(item.deleted, request, .delete, &entry) { answer, entry in
      // What the app does not have any more is as it should be.
      guard answer.isSuccess || answer.status == 404 else {
        return Judgement.refused(answer.status, answer, isWrite: true)
      }
      self.change { $0.job.links[item.id] = nil }
      return nil
    }
  }

  /// Writes what was decided.
  private func write(
    _ item: Item, _ decision: EntryDecision, _ action: Exchange.ProvisioningAction,
    _ entry: inout ProvisionedEntry
  ) {
    switch decision {
    case .nothing:
      skip(&entry, .redundantExport)
      entry.reasons.append(
        "The state of the \(item.noun) in both the source and target systems already match.")
      settle(item)
    case .notAllowed(let reason):
      skip(&entry, .notEffectivelyEntitled)
      entry.reasons.append(reason)
    case .create(let request):
      entry.changes = item.values.new.map { .init($0.path.description, old: nil, new: Self.told($0.value)) }
      entry.steps.append(
        .init(
          .export, "EntryExportAdd",
          String(
            pieces: item.word, " '", item.name, "' will be created in customappsso (", item.word,
            " is active and assigned in Azure Active Directory, but no matching ", item.word,
            " was found in customappsso)")))
      send(item, request, action, &entry) { answer, entry in
        guard answer.isSuccess else { return Judgement.refused(answer.status, answer, isWrite: true) }
        guard let made = try? answer.resource() else { return Judgement.withoutID(answer) }
        entry.target = made.id
        self.change { state in
          state.link(item, to: made.id)
          if item.kind == .users { state.managers[item.id] = .some(nil) }
        }
        self.settle(item)
        return nil
      }
    case .change(let request, let differences):
      entry.changes = differences.map {
        .init($0.path.description, old: $0.old.map(Self.told), new: Self.told($0.value))
      }
      entry.steps.append(
        .init(
          .export, action == .disable ? "EntryExportUpdateSoftDelete" : "EntryExportUpdate",
          "\(item.word) '\(item.name)' will be updated in customappsso"))
      send(item, request, action, &entry) { answer, _ in
        guard answer.isSuccess else { return Judgement.refused(answer.status, answer, isWrite: true) }
        self.settle(item)
        return nil
      }
    }
  }

  private static func told(_ value: JSONValue) -> String {
    if case .bool(let flag) = value { return flag ? "True" : "False" }
    return value.string ?? value.text
  }

  /// Notes that the app has all of the object.
  private func settle(_ item: Item) {
    change { state in
      state.job.links[item.id]?.settle(item.values.digest, isActive: item.isEntitled, wasEntitled: item.wasEntitled)
    }
    succeed(item.id)
  }

  /// An entry that failed before it wrote.
  func failed(
    _ item: Item, _ action: Exchange.ProvisioningAction, _ fault: ProvisioningFault, isReference: Bool = false,
    _ entry: inout ProvisionedEntry
  ) {
    entry.action = action
    entry.status = .failure
    entry.fault = isDryRun ? fault : fail(item.id, fault, isReference: isReference, digest: item.values.digest)
    guard !isDryRun else { return }
    var exchange = exchange(action, "GET", SCIMRequest.place(item.kind, entry.target ?? ""))
    note(item, entry, &exchange)
    exchange.because("failed before anything was written: \(fault.message)")
    exchange.resourceError = fault.code
    exchange.status = fault.status ?? 0
    exchange.note(.provisioningFailed)
    entry.exchange = conclude(&exchange, nil)
  }

  private func note(_ item: Item, _ entry: ProvisionedEntry, _ exchange: inout Exchange) {
    exchange.note(user: item.user)
    if let group = item.group { exchange.note(group: group) }
    exchange.reasons += entry.reasons
  }

  /// Sends the one write of an entry. `judge` says what the answer comes to, and notes what the app has now; nil: it is good.
  func send(
    _ item: Item, _ request: SCIMRequest, _ action: Exchange.ProvisioningAction, isReference: Bool = false,
    _ entry: inout ProvisionedEntry,
    _ judge: @escaping @Sendable (SCIMAnswer, inout ProvisionedEntry) -> ProvisioningFault?
  ) {
    entry.action = action
    entry.requests.append(shown(request))
    guard !isDryRun else { return }
    var exchange = exchange(action, request.method, request.path)
    note(item, entry, &exchange)
    exchange.fields = shownFields(of: request)
    if !request.body.isEmpty {
      exchange.because("sent: " + String(decoding: request.body.prefix(2_000), as: UTF8.self))
    }
    let ruled: Result<SCIMAnswer?, ProvisioningFault>
    do throws(ProvisioningFault) { ruled = .success(try consult(&exchange)) } catch { ruled = .failure(error) }
    guard exchange.shape.sending.contains(.outOfOrder) else {
      return deliver(item, request, ruled, &exchange, isReference, &entry, judge)
    }
    let (id, begun, asked) = (entry.id, entry, exchange)
    change { state in
      state.putOff.insert(id)
      state.postponed.append {
        var (entry, exchange) = (begun, asked)
        self.deliver(item, request, ruled, &exchange, isReference, &entry, judge)
        self.note(entry)
      }
    }
  }

  /// Sends what rules wanted to come last.
  func sendPostponed() {
    let postponed = state.withLock { state in
      defer { state.postponed = [] }
      return state.postponed
    }
    for send in postponed { send() }
  }

  private func deliver(
    _ item: Item, _ request: SCIMRequest, _ ruled: Result<SCIMAnswer?, ProvisioningFault>, _ exchange: inout Exchange,
    _ isReference: Bool, _ entry: inout ProvisionedEntry,
    _ judge: @Sendable (SCIMAnswer, inout ProvisionedEntry) -> ProvisioningFault?
  ) {
    var answer: SCIMAnswer?
    var fault: ProvisioningFault?
    do throws(ProvisioningFault) {
      answer =
        switch ruled {
        case .success(let given?): given
        case .success(nil): edited(try deliver(request, item.alias, exchange.shape.sending), &exchange)
        case .failure(let fault): throw fault
        }
      if let answer {
        if let pause = Judgement.pause(answer), job({ $0.pauses < 3 }) { change { $0.pause = pause } }
        fault = judge(answer, &entry)
      }
    } catch { fault = error }
    if let fault {
      let told = fail(item.id, fault, isReference: isReference, digest: item.values.digest)
      (entry.status, entry.fault) = (.failure, told)
      exchange.resourceError = told.code
      exchange.because("→ \(fault.status.map { "\($0)" } ?? "no answer"): \(told.code): \(told.message)")
      exchange.note(.provisioningFailed)
    } else {
      succeed(item.id, isReference: isReference)
      exchange.because(String(pieces: "→ ", String(answer?.status ?? 0), ": the app has it"))
      exchange.note(.provisioningSent)
    }
    entry.exchange = conclude(&exchange, answer)
  }

  /// Sends a write in the way that rules want.
  private func deliver(
    _ request: SCIMRequest, _ about: String, _ faults: Set<SendAction.Fault>
  ) throws(ProvisioningFault) -> SCIMAnswer {
    var request = request
    if faults.contains(.wrongCase) { request.body = Self.inCapitals(request.body) }
    let sent = request
    guard faults.contains(.twice) || faults.contains(.inParallel) else { return try ask(sent, about: about) }
    let answers = Together.run(2, atOnce: faults.contains(.inParallel) ? 2 : 1) {
      _ -> Result<SCIMAnswer, ProvisioningFault> in
      do throws(ProvisioningFault) { return .success(try self.ask(sent, about: about)) } catch {
        return .failure(error)
      }
    }
    // The app has it when one of the two came through.
    for case .success(let answer) in answers where answer.isSuccess { return answer }
    switch answers[0] {
    case .success(let answer): return answer
    case .failure(let fault): throw fault
    }
  }

  /// `op` of each operation in capital letters.
  private static func inCapitals(_ body: [UInt8]) -> [UInt8] {
    guard let json = try? JSONValue.parse(body), var object = json.object, let list = object["Operations"]?.array else {
      return body
    }
    object["Operations"] = .array(
      list.map { operation in
        guard var members = operation.object, let word = members["op"]?.string else { return operation }
        members["op"] = .string(word.uppercased())
        return .object(members)
      })
    return JSONValue.object(object).serialized
  }
}
