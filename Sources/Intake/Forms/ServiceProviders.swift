import Bytes
import LooseFormats

/// The service providers of SAML 2.0 that settings tell of. Who they are an entity id says, and no client id.
struct ServiceProviders {
  private struct Provider {
    let convention: Convention
    /// What the settings call it.
    var name: [String]
    var facts: [(end: String, fact: Fact, setting: Setting)] = []
  }

  /// What makes settings those of one provider.
  private struct Key: Hashable {
    var convention: String
    var path: [String]
    var scope: [Int] = []
  }

  private var providers: [Provider] = []
  /// The places of the providers.
  private var places: [Key: Int] = [:]
  private(set) var candidates: [Candidate] = []
  /// The settings that belong to none of them.
  private(set) var others: [Setting]

  init(_ settings: [Setting], in document: Document) {
    others = settings
    guard Self.signs.stand(in: document.text.bytes) else { return }
    var owners: [Int?] = []
    // How many builders stand before in this file.
    var number = 0
    for setting in settings { owners.append(take(setting, &number)) }
    let isProvider = providers.map { provider in
      let needed = provider.convention.provider?.needed
      return needed == "-" || provider.facts.count > 1 && provider.facts.contains { $0.end == needed }
    }
    others = zip(settings, owners).filter { _, owner in owner.map { !isProvider[$0] } ?? true }.map(\.0)
    candidates = zip(providers, isProvider).filter(\.1).map { Self.candidate($0.0, in: document) }
  }

  /// A file with a provider has one of these.
  static let signs = Needles(["saml", "Saml", "SAML"])

  private static let conventions = Convention.all.filter { $0.provider != nil }

  /// The place of the provider that a setting belongs to. Nil for one that says nothing of a provider.
  private mutating func take(_ setting: Setting, _ number: inout Int) -> Int? {
    let written = (setting.path + [setting.key]).flatMap { $0.parts(0x2E) }
    let names = written.map { String(ASCII.lowercased($0).filter { $0 != "-" && $0 != "_" }) }
    let whole = names.joined(separator: ".")
    var best: (convention: Convention, end: String, fact: Fact)?
    for convention in Self.conventions {
      for (end, fact) in convention.provider?.ends ?? [] where end.utf8.count > best?.end.utf8.count ?? 0 {
        let isRooted = convention.provider?.root != "relyingparty.registration" || names.contains("relyingparty")
        if isRooted, whole == end || whole.hasSuffix("." + end) { best = (convention, end, fact) }
      }
    }
    guard let (convention, end, fact) = best else { return nil }
    let depth = end.parts(0x2E).count
    var name = written.dropLast(depth).filter { !$0.hasSuffix("(") }
    var key = Key(convention: convention.name, path: name, scope: Array(setting.scope.dropLast(depth - 1)))
    if convention.provider?.root == "file" {
      // Where a builder names its provider anew, another one begins.
      let before = places[Key(convention: convention.name, path: ["\(number)"])].map { providers[$0].facts } ?? []
      if fact == .name || end == "metadatalocation", before.contains(where: { $0.end == end }) { number += 1 }
      key = Key(convention: convention.name, path: ["\(number)"])
      name = fact == .name ? [setting.value] : []
    } else if convention.provider?.root != "object" {
      name = Array(written.dropFirst((names.firstIndex(of: "registration") ?? 0) + 1).prefix(1))
      key = Key(convention: convention.name, path: name)
    }
    let place = places[key] ?? providers.count
    if place == providers.count {
      places[key] = place
      providers.append(Provider(convention: convention, name: name))
    }
    if fact == .name { providers[place].name = name }
    providers[place].facts.append((end, fact, setting))
    return place
  }

  private static func candidate(_ provider: Provider, in document: Document) -> Candidate {
    let registration = provider.name.last ?? ""
    var candidate = document.candidate(SettingsGroup.alias(provider.name.flatMap(SettingsGroup.words)))
    candidate.isProvider = true
    candidate.isWeak = !document.speaksOfEntra
    var isNamed = false
    for (_, said, setting) in provider.facts where said != .name {
      let value = SpringSigns.filled(setting.value, registration)
      var fact = said
      // The identity provider has an entity id, too.
      if fact == .identifierUri, isNamed || Authority(value)?.service == .entra { fact = .authority }
      isNamed = isNamed || fact == .identifierUri
      if fact == .redirectUri, value.hasPrefix("/") { fact = .callbackPath }
      candidate.add(fact, value, line: setting.line, key: setting.key)
    }
    let (convention, line) = (provider.convention, provider.facts[0].setting.line)
    func assume(_ fact: Fact, _ path: String?) {
      let path = path.map { $0.hasSuffix("/") ? $0 + registration : $0 }
      candidate.add(fact, path, line: line, key: convention.name, isAssumed: true)
    }
    if !isNamed { assume(.identifierUri, convention.entityPath) }
    if candidate[.redirectUri] == nil, candidate[.callbackPath] == nil { assume(.callbackPath, convention.path) }
    return candidate
  }
}
