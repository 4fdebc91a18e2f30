import Bytes
import Directory
import JSON
import YAML

/// What a file says of one platform of an app. A member that is nil leaves the app as it is.
struct PlatformSetting: Hashable, Sendable {
  var redirectURIs: [String]?
  var homePage: String?
  var logoutURL: String?
  var issuesIDTokens: Bool?
  var issuesAccessTokens: Bool?
}

extension WordType where Value == PlatformSetting {
  /// `publicClient` and `spa` of Graph: redirect URIs and nothing else.
  static let platform = platform([])

  /// `web` of Graph, with what Graph has under it for the whole app.
  static let web = platform([
    .init("homePageUrl", .text(.pattern(urlPattern, urlWords)), "The home page."),
    .init("logoutUrl", .text(.pattern(urlPattern, urlWords)), "The front-channel logout URL."),
    .init(
      "implicitGrantSettings",
      .object([
        .init("enableIdTokenIssuance", .flag, "Whether authorize may answer with an id token."),
        .init("enableAccessTokenIssuance", .flag, "Whether authorize may answer with an access token."),
      ]), "The two implicit switches."),
  ])

  private static func platform(_ more: [Shape.Member]) -> Self {
    let uris = WordType<[String]>.redirectURIs
    return Self(
      .object([.init("redirectUris", uris.shape, "Its redirect URIs, in the place of those that it has.")] + more),
      label: more.isEmpty
        ? "mapping with `redirectUris`"
        : "mapping with `redirectUris`, `homePageUrl`, `logoutUrl`, `implicitGrantSettings`",
      absent: PlatformSetting(redirectURIs: []),
      read: { value, place throws(ScenarioError) in
        var fields = try FileMapping(value, "a mapping such as { redirectUris: [https://shop.test/callback] }")
        var setting = PlatformSetting()
        setting.redirectURIs = try fields.take("redirectUris").map { value throws(ScenarioError) in
          try uris.read(value, place)
        }
        if !more.isEmpty {
          setting.homePage = try fields.take("homePageUrl")?.webURL()
          setting.logoutURL = try fields.take("logoutUrl")?.webURL()
          if var switches = try fields.section("implicitGrantSettings") {
            setting.issuesIDTokens = try switches.take("enableIdTokenIssuance")?.bool()
            setting.issuesAccessTokens = try switches.take("enableAccessTokenIssuance")?.bool()
            try switches.finish()
          }
        }
        try fields.finish()
        return setting
      },
      write: { setting, _ in
        var members = JSONObject()
        if let uris = setting.redirectURIs { members.append("redirectUris", .strings(uris)) }
        members.append("homePageUrl", setting.homePage)
        members.append("logoutUrl", setting.logoutURL)
        var switches = JSONObject()
        if let flag = setting.issuesIDTokens { switches.append("enableIdTokenIssuance", .bool(flag)) }
        if let flag = setting.issuesAccessTokens { switches.append("enableAccessTokenIssuance", .bool(flag)) }
        members.append(section: "implicitGrantSettings", switches)
        return .object(members)
      })
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
    if let url = setting.homePage { homePage = url }
    if let url = setting.logoutURL { logoutURL = url }
    if let flag = setting.issuesIDTokens { issuesIDTokensFromAuthorize = flag }
    if let flag = setting.issuesAccessTokens { issuesAccessTokensFromAuthorize = flag }
  }

  /// The redirect URIs of a platform as its word says them; nil where they are those of the reader.
  func written(_ platform: RedirectURIRegistration.Platform, unlike base: Application) -> JSONValue? {
    let (now, before) = (redirectURIs(on: platform), base.redirectURIs(on: platform))
    let isSame = now.count == before.count && zip(now, before).allSatisfy { $0.hasSameBytes(as: $1) }
    return said(now.isEmpty ? .null : ["redirectUris": .strings(now)], unless: isSame)
  }
}
