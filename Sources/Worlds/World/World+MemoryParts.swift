import Bytes
import Directory
import JOSE
import JSON
import Time

/// The parts of a world's memory that calls and rules change seldom: who answers the pages, and the keys.
extension World {
  /// Adds who answers the pages, when that is no longer as the scenario says.
  func appendSignIn(to memory: inout JSONObject) {
    let (settings, written) = (settings, scenario.settings)
    guard
      (settings.signIn, settings.persona) != (written.signIn, written.persona) || settings.personas != written.personas
    else { return }
    let personas = settings.personas.sorted { $0.key < $1.key }.map {
      JSONObject.Member(name: $0.key, value: Self.json($0.value))
    }
    memory.append(
      "signIn",
      [
        "answers": .string(settings.signIn.rawValue), "persona": Self.json(settings.persona),
        "personas": .object(JSONObject(personas)),
      ])
  }

  func takeUpSignIn(_ memory: JSONValue) {
    guard let kept = memory["signIn"],
      let answers = kept["answers"]?.string.flatMap(WorldSettings.SignIn.init(rawValue:))
    else { return }
    changeSettings { settings in
      settings.signIn = answers
      settings.persona = Self.persona(kept["persona"])
      settings.personas = [:]
      for member in kept["personas"]?.object?.members ?? [] {
        settings.personas[member.name] = Self.persona(member.value)
      }
    }
  }

  private static func json(_ persona: Persona) -> JSONValue {
    var members: JSONObject = [
      "consent": .string(persona.consent.rawValue), "multiFactor": .string(persona.multiFactor.rawValue),
      "cancels": .bool(persona.cancels), "staysSignedIn": .bool(persona.staysSignedIn),
    ]
    members.append("user", persona.user)
    return .object(members)
  }

  private static func persona(_ json: JSONValue?) -> Persona {
    var persona = Persona()
    persona.user = json?["user"]?.string
    persona.consent = json?["consent"]?.string.flatMap(Persona.ConsentAnswer.init(rawValue:)) ?? persona.consent
    persona.multiFactor =
      json?["multiFactor"]?.string.flatMap(Persona.MultiFactorAnswer.init(rawValue:)) ?? persona.multiFactor
    persona.cancels = json?["cancels"] == true
    persona.staysSignedIn = json?["staysSignedIn"] == true
    return persona
  }

  // MARK: What was noted of changes

  /// Adds what outdates tokens, what is seen late, the client assertions that were made older, the renewals that count, and what was
  /// provisioned, as far as there are any.
  func appendNotes(to memory: inout JSONObject) {
    if let kept = outdated.kept { memory.append("outdated", kept) }
    if let kept = late.kept { memory.append("late", kept) }
    if let kept = assertions.kept { memory.append("assertions", kept) }
    if let kept = loops.kept(at: now) { memory.append("loops", kept) }
    if let kept = provisioning.kept { memory.append("provisioning", kept) }
  }

  /// What `appendNotes` has added takes the place of what is there.
  func takeUpNotes(_ memory: JSONValue?) {
    outdated.takeUp(memory?["outdated"])
    late.takeUp(memory?["late"])
    assertions.takeUp(memory?["assertions"])
    loops.takeUp(memory?["loops"])
    provisioning.takeUp(memory?["provisioning"])
  }

  // MARK: The journal

  /// Adds what servers of a cluster must know of the journal beside its exchanges, when there is something.
  func appendJournal(to memory: inout JSONObject) {
    let mark = journal.mark
    guard mark != Journal.Mark() else { return }
    var kept: JSONObject = ["era": .integer(Int64(mark.era)), "begins": .integer(Int64(mark.begins))]
    if let moment = mark.lacksBefore { kept.append("lacksBefore", .integer(moment.ticks)) }
    memory.append("journal", .object(kept))
  }

  /// What `appendJournal` has added.
  static func journalMark(_ memory: JSONValue?) -> Journal.Mark {
    let kept = memory?["journal"]
    return Journal.Mark(
      era: Int(kept?["era"]?.integer ?? 0), begins: Int(kept?["begins"]?.integer ?? 0),
      lacksBefore: (kept?["lacksBefore"]?.integer).map { UnixTime(ticks: $0) })
  }

  // MARK: Keys

  /// The places of a ring's keys, by their names.
  private static let keyPlaces: [(name: String, key: any WritableKeyPath<KeyRing.Made, SigningKey?> & Sendable)] = [
    ("current", \.current), ("next", \.next), ("retired", \.retired), ("personal", \.personal),
  ]

  /// Adds the keys, sealed, when the world has rolled them, and the store can seal.
  func appendKeys(to memory: inout JSONObject) {
    guard keys.revision > 0, let seal = store.sealing?.seal else { return }
    let made = keys.madeByPlace
    let members = Self.keyPlaces.compactMap { name, path in
      (try? made[keyPath: path]?.pem()).map { JSONObject.Member(name: name, value: .string($0)) }
    }
    memory.append("keys", seal(JSONValue.object(JSONObject(members)).serialized).map { Base64.encode($0) })
  }

  func takeUpKeys(_ memory: JSONValue) {
    guard let open = store.sealing?.open, let sealed = memory["keys"]?.string.flatMap({ Base64.decode($0) }),
      let kept = open(sealed).flatMap({ try? JSONValue.parse($0) })
    else { return }
    var made = KeyRing.Made()
    for (name, path) in Self.keyPlaces {
      made[keyPath: path] = kept[name]?.string.flatMap { try? SigningKey(pem: $0) }
    }
    keys.put(made)
  }
}
