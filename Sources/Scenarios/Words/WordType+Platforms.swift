import Bytes
import Directory
import JSON
import YAML

/// What a file says of one platform of an app. What it does not say leaves the app as it is.
struct PlatformSetting: Hashable, Sendable {
  var redirectURIs: [String]?
  /// The numbers of addresses, by which requests of SAML may call them; those that are not in here have none. Nil: nothing is said of them.
  var indexes: [String: Int]?
  /// Values of the rows that Graph has under `web`, by their names.
  var values: [String: JSONValue] = [:]
}

extension WordType where Value == PlatformSetting {
  /// `publicClient` and `spa` of Graph: redirect URIs and nothing else.
  static let platform = platform(addresses: [], switches: [])

  /// `web` of Graph, with what Graph has under it for the whole app.
  static let web = platform(
    addresses: Application.rows(in: "web"), switches: Application.rows(in: Application.implicitSwitches))

  private static func platform(addresses: [Property<Application>], switches: [Property<Application>]) -> Self {
    let uris = WordType<[String]>.redirectURIs
    var members = addresses.map(Self.member)
    if !switches.isEmpty {
      members.append(
        .init("implicitGrantSettings", .object(switches.map(Self.member)), "The two implicit switches."))
    }
    members.insert(.init("redirectUris", uris.shape, "Its redirect URIs, in the place of those that it has."), at: 0)
    if !switches.isEmpty {
      members.insert(
        .init(
          "redirectUriSettings",
          .list(
            .object([
              .required("uri", .text(.plain), "One of the redirect URIs."),
              .init("index", .number(0...65_535), "The number by which a request of SAML may call it."),
            ])), "Numbers of its redirect URIs; alone the list says the URIs, too."), at: 1)
    }
    return Self(
      .object(members), label: "mapping with " + members.map { "`\($0.name)`" }.joined(separator: ", "),
      absent: PlatformSetting(redirectURIs: []),
      read: { value, place throws(ScenarioError) in
        var fields = try FileMapping(value, "a mapping such as { redirectUris: [https://shop.test/callback] }")
        var setting = PlatformSetting()
        setting.redirectURIs = try fields.take("redirectUris").map { value throws(ScenarioError) in
          try uris.read(value, place)
        }
        if !switches.isEmpty, let list = fields.take("redirectUriSettings") {
          let numbered = try list.numberedAddresses(among: setting.redirectURIs)
          setting.redirectURIs = setting.redirectURIs ?? numbered.map(\.uri)
          setting.indexes = Dictionary(
            numbered.compactMap { pair in pair.index.map { (pair.uri, $0) } }, uniquingKeysWith: { first, _ in first })
        }
        for row in addresses {
          if let value = fields.take(row.name) {
            setting.values[row.name] = try value.plain(row.kind, takingEmptyTexts: row.takesEmptyText)
          }
        }
        if !switches.isEmpty, var section = try fields.section("implicitGrantSettings") {
          for row in switches {
            if let value = section.take(row.name) {
              setting.values[row.name] = try value.plain(row.kind, takingEmptyTexts: row.takesEmptyText)
            }
          }
          try section.finish()
        }
        try fields.finish()
        return setting
      },
      write: { setting, _ in
        var members = JSONObject()
        let registrations = (setting.redirectURIs ?? []).map {
          RedirectURIRegistration(uri: $0, platform: .web, index: setting.indexes?[$0])
        }
        if setting.redirectURIs != nil { members = Application.words(of: registrations) }
        for row in addresses {
          if let value = setting.values[row.name] { members.append(row.name, value) }
        }
        var section = JSONObject()
        for row in switches {
          if let value = setting.values[row.name] { section.append(row.name, value) }
        }
        members.append(section: "implicitGrantSettings", section)
        return .object(members)
      })
  }

  private static func member(_ row: Property<Application>) -> Shape.Member {
    .init(row.name, row.kind.shape(takingEmptyTexts: row.takesEmptyText), row.sentence)
  }
}

private let urlPattern = "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$"
private let urlWords = "a URL such as https://shop.test/"

extension WordType where Value == String {
  /// The address of a page.
  static let webURL = text(
    pattern: urlPattern, label: "URL", urlWords, read: { value, _ throws(ScenarioError) in try value.webURL() })
}

extension FileValue {
  func webURL() throws(ScenarioError) -> String {
    let url = try text(urlWords)
    let parts = url.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, ["http", "https"].contains(ASCII.lowercased(parts[0])), parts[1].hasPrefix("//"),
      parts[1].utf8.count > 2, !url.utf8.contains(where: { $0 <= 0x20 })
    else { throw mismatch(urlWords) }
    return url
  }
}

extension FileValue {
  /// The entries of `redirectUriSettings`; `known` are the addresses that the platform names beside, if any.
  fileprivate func numberedAddresses(
    among known: [String]?
  ) throws(ScenarioError) -> [(uri: String, index: Int?)] {
    var all: [(uri: String, index: Int?)] = []
    for item in try list("a list such as [{ uri: https://wiki.test/acs, index: 1 }]") {
      var fields = try FileMapping(item, "a mapping such as { uri: https://wiki.test/acs, index: 1 }")
      let uri = try fields.require("uri", else: "an entry of 'redirectUriSettings' needs 'uri'")
      let text = try uri.text("a redirect URI")
      if let known, !known.contains(where: { $0.hasSameBytes(as: text) }) {
        throw uri.unknown("redirect URI", among: known)
      }
      all.append((text, try fields.take("index")?.number(in: 0...65_535)))
      try fields.finish()
    }
    return all
  }
}

extension Application {
  /// The redirect URIs of one platform.
  func redirectURIs(on platform: RedirectURIRegistration.Platform) -> [String] {
    redirectURIs.filter { $0.platform == platform }.map(\.uri)
  }

  /// Adds redirect URIs behind those of their platform. A URI has one platform: another one loses it.
  mutating func addRedirectURIs(_ uris: [String], on platform: RedirectURIRegistration.Platform) {
    let wanted = SeenWords(uris)
    redirectURIs.removeAll { $0.platform != platform && wanted.contains($0.uri) }
    var seen = SeenWords(redirectURIs.map(\.uri))
    let new = uris.filter { seen.insert($0) }
    let place = redirectURIs.lastIndex { $0.platform == platform }.map { $0 + 1 } ?? redirectURIs.count
    redirectURIs.insert(contentsOf: new.map { RedirectURIRegistration(uri: $0, platform: platform) }, at: place)
  }

  /// Carries out what a file says of a platform.
  mutating func set(_ setting: PlatformSetting, on platform: RedirectURIRegistration.Platform) {
    if let uris = setting.redirectURIs {
      let wasFirst = redirectURIs.first?.platform == platform
      redirectURIs.removeAll { $0.platform == platform }
      if wasFirst {
        let new = SeenWords(uris)
        redirectURIs.removeAll { new.contains($0.uri) }
        redirectURIs.insert(contentsOf: uris.map { RedirectURIRegistration(uri: $0, platform: platform) }, at: 0)
      } else {
        addRedirectURIs(uris, on: platform)
      }
    }
    if let indexes = setting.indexes {
      for place in redirectURIs.indices where redirectURIs[place].platform == platform {
        redirectURIs[place].index = indexes[redirectURIs[place].uri]
      }
    }
    for (name, value) in setting.values { Application.row(name)?.set(&self, value) }
  }

  /// The redirect URIs of a platform as its word says them; nil where they are those of the reader.
  func written(_ platform: RedirectURIRegistration.Platform, unlike base: Application) -> JSONValue? {
    func known(_ app: Application) -> [RedirectURIRegistration] { app.redirectURIs.filter { $0.platform == platform } }
    let (now, before) = (known(self), known(base))
    let isSame =
      now.count == before.count
      && zip(now, before).allSatisfy { $0.uri.hasSameBytes(as: $1.uri) && $0.index == $1.index }
    return said(now.isEmpty ? .null : .object(Self.words(of: now)), unless: isSame)
  }

  /// What a file says of the redirect URIs of one platform.
  fileprivate static func words(of registrations: [RedirectURIRegistration]) -> JSONObject {
    var members: JSONObject = ["redirectUris": .strings(registrations.map(\.uri))]
    let numbered = registrations.compactMap { one in one.index.map { (one.uri, $0) } }
    if !numbered.isEmpty {
      members.append(
        "redirectUriSettings",
        .array(numbered.map { ["uri": .string($0.0), "index": .integer(Int64($0.1))] }))
    }
    return members
  }
}
