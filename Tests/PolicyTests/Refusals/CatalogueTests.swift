import Expectations
import Testing

@testable import Policy

@Suite("The refusal catalogue") struct CatalogueTests {
  private static var texts: [(kind: RefusalKind, template: MessageTemplate)] {
    Catalogue.all.flatMap { kind in
      ([kind.template] + kind.variants.compactMap(\.template)).map { (kind, $0) }
    }
  }

  private static let entra = Catalogue.all.filter { $0.family == .entra }
  private static let b2c = Catalogue.all.filter { $0.family == .b2c }

  @Test("has no number twice") func codesAreUnique() {
    expectEqual(Dictionary(grouping: Catalogue.all, by: \.label).filter { $0.value.count > 1 }.keys.sorted(), [])
  }

  @Test("has no name twice, in any case") func namesAreUnique() {
    let twice = Dictionary(grouping: Catalogue.all) { $0.name.lowercased() }.filter { $0.value.count > 1 }
    expectEqual(twice.keys.sorted(), [])
  }

  @Test("is sorted by number and holds more than 200 rows") func isSorted() {
    expectEqual(Self.entra.map(\.code), Self.entra.map(\.code).sorted())
    expectEqual(Self.b2c.map(\.code), Self.b2c.map(\.code).sorted())
    expectEqual(Catalogue.all, Self.entra + Self.b2c)
    #expect(Self.entra.count > 200)
  }

  @Test("names its rows in lower camel case") func namesAreWords() {
    let odd = Catalogue.all.map(\.name).filter { name in
      name.first?.isLowercase != true || !name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    expectEqual(odd, [])
  }

  @Test("says in whole sentences what a row means and what to do") func sentences() {
    for kind in Catalogue.all {
      #expect(kind.meaning.hasSuffix(".") && kind.remedy.hasSuffix("."), "\(kind.label)")
      #expect(kind.cause?.hasSuffix(".") != true, "\(kind.label): a cause is part of a sentence")
      #expect(!kind.surfaces.isEmpty, "\(kind.label)")
    }
  }

  @Test(
    "keeps out of its texts the words MSAL for JavaScript searches them for",
    arguments: ["interaction_required", "login_required", "consent_required", "bad_token"])
  func textsHoldNoErrorWords(word: String) {
    expectEqual(Self.texts.filter { $0.template.description.contains(word) }.map(\.kind.code), [])
  }

  @Test("has tidy texts") func textsAreTidy() {
    for (kind, template) in Self.texts {
      let text = template.description
      #expect(!text.contains("  ") && !text.contains("\n") && text.last != " ", "\(kind.label)")
      #expect(!text.hasPrefix("AADSTS") && !text.hasPrefix("AADB2C") && !text.isEmpty, "\(kind.label)")
    }
  }

  @Test("knows every placeholder its texts use") func placeholdersAreKnown() {
    for (kind, template) in Self.texts {
      let words = Set(template.description.matches(of: /{([^}]*)}/).map { String($0.1) })
      expectEqual(words, Set(template.placeholders.map(\.rawValue)), "\(kind.label)")
    }
  }

  @Test("answers a failed client authentication with 401, faults of configuration with 400")
  func statusOfInvalidClient() {
    let invalid = Self.entra.filter { $0.error == .invalidClient }
    expectEqual(
      invalid.filter { $0.status == 400 }.map(\.code),
      [
        500112, 500221, 550022, 650051, 650052, 650053, 650056, 650057,
      ])
    #expect(invalid.allSatisfy { $0.status == 400 || $0.status == 401 })
  }

  @Test("leaves error_uri out where the service does") func errorURIs() {
    expectEqual(
      Self.entra.filter { !$0.hasErrorURI && $0.section != .native }.map(\.code),
      [
        50055, 50078, 50091, 50166, 65001, 70003, 70011, 70043, 90033, 90061, 100007, 500116, 500200, 500202, 500207,
        501661, 650053, 650057, 700022, 700025, 700038, 700211, 700212, 900612, 1002016, 7000012, 7002137, 7002138,
        9002313,
        9002331, 9002346,
      ])
  }

  @Test("leaves error_uri out of redirects where the service does") func errorURIsOfRedirects() {
    expectEqual(
      Self.entra.filter { $0.hasErrorURI && !$0.hasErrorURIOnRedirect }.map(\.code), [50194, 9002325])
  }

  @Test("answers native authentication with 400 and without error_uri") func nativeRows() {
    for kind in Self.entra where kind.section == .native {
      #expect(kind.status == 400 && !kind.hasErrorURI && kind.surfaces.contains(.native), "\(kind.label)")
    }
  }

  @Test("uses the words of RFC 6749 §5.2 alone for 400 and 401, and server words for the rest") func statuses() {
    for kind in Self.entra {
      let isServers = kind.error == .serverError || kind.error == .temporarilyUnavailable
      expectEqual(isServers, kind.status == 429 || kind.status >= 500, "\(kind.label)")
      expectEqual(kind.retryAfter != nil, kind.status == 429, "\(kind.label)")
    }
  }

  @Test("answers with 400 and two members alone for Azure AD B2C") func userFlows() {
    for kind in Self.b2c { #expect(kind.status == 400 && !kind.hasErrorURI && kind.suberror == nil, "\(kind.label)") }
  }

  @Test("gives the v1.0 endpoint another word only where v2.0 says invalid_grant") func legacyWords() {
    for kind in Catalogue.all where kind.legacyError != nil {
      #expect(kind.error == .invalidGrant || kind == .deviceCodeExpired, "\(kind.label)")
    }
  }

  @Test("is complete in its sections") func sections() {
    expectEqual(Set(Catalogue.all.map(\.section)), Set(RefusalKind.Section.allCases))
  }
}
