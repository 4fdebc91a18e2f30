import Directory
import JSON
import Time
import Worlds

/// The keys at the top of a file that are neither `world` nor rules.
extension WorldExport {
  func appendSettings(to members: inout JSONObject) {
    let settings = world.settings
    let usual = WorldSettings()
    if let signIn = signIn(settings) { members.append("signIn", signIn) }
    if settings.asksToStaySignedIn != usual.asksToStaySignedIn {
      members.append("staySignedIn", .bool(settings.asksToStaySignedIn))
    }
    if settings.asksWhomToSignOut != usual.asksWhomToSignOut {
      members.append("asksWhomToSignOut", .bool(settings.asksWhomToSignOut))
    }
    if settings.graphTokenNonce != usual.graphTokenNonce {
      members.append("graphTokenNonce", .bool(settings.graphTokenNonce))
    }
    members.append("issuer", settings.issuer)
    if settings.identityHeader != usual.identityHeader { members.append("identityHeader", settings.identityHeader) }
    members.append(section: "machine", settings.machine.written)
    members.append(section: "mail", settings.mail.written)
    members.append(section: "externalId", settings.externalID.written)
    if let lag = settings.replication { members.append("replication", lag.shortText) }
    if settings.stopsLoops != usual.stopsLoops { members.append("loops", "stopped") }
    if settings.enforcesPollingInterval != usual.enforcesPollingInterval {
      members.append("deviceCode", ["enforceInterval": .bool(settings.enforcesPollingInterval)])
    }
    for word in AdoptionWord.written(settings.adoption) { members.append(word.key, word.value) }
    members.append(section: "clock", clock)
  }

  /// A clock that nobody has moved is the scenario's. Of one that was moved a scenario with a time of its own says the time, any
  /// other how far it is from the machine's.
  private var clock: JSONObject {
    let setting = world.scenario.clock
    if world.isClockUntouched {
      return switch setting {
      case .real: [:]
      case .ahead(let offset): ["offset": .string(offset.shortText)]
      case .startingAt(let time): ["start": .string(Self.text(time))]
      case .frozenAt(let time): ["start": .string(Self.text(time)), "frozen": true]
      }
    }
    switch (world.clock.mode, setting) {
    case (.frozen(let time), _): return ["start": .string(Self.text(time)), "frozen": true]
    case (.running, .startingAt), (.running, .frozenAt): return ["start": .string(Self.text(world.now))]
    case (.running(let offset), _): return offset == .zero ? [:] : ["offset": .string(offset.shortText)]
    }
  }

  private func signIn(_ settings: WorldSettings) -> JSONValue? {
    var members = JSONObject()
    if !settings.offersUsers { members.append("hints", .bool(false)) }
    guard settings.signIn == .auto else { return members.isEmpty ? nil : .object(members) }
    members.append("user", settings.persona.user)
    for answer in Self.answers(settings.persona, unlike: Persona()).members {
      members.append(answer.name, answer.value)
    }
    var users = JSONObject()
    for user in directory.usersInOrder {
      guard let persona = settings.personas[user.alias] else { continue }
      users.append(user.alias, .object(Self.answers(persona, unlike: settings.persona)))
    }
    members.append(section: "users", users)
    // `hints` alone would mean the pages.
    if !settings.offersUsers, members.members.count == 1 {
      members.append("consent", .string(settings.persona.consent.rawValue))
    }
    return members.isEmpty ? "auto" : .object(members)
  }

  private static func answers(_ persona: Persona, unlike usual: Persona) -> JSONObject {
    var members = JSONObject()
    if persona.consent != usual.consent { members.append("consent", persona.consent.rawValue) }
    if persona.multiFactor != usual.multiFactor { members.append("mfa", persona.multiFactor.rawValue) }
    if persona.cancels != usual.cancels { members.append("cancel", .bool(persona.cancels)) }
    if persona.staysSignedIn != usual.staysSignedIn { members.append("staySignedIn", .bool(persona.staysSignedIn)) }
    return members
  }
}
