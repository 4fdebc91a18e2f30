import Bytes
import Expectations
import Testing

@testable import Pages

struct ContentSecurityPolicyTests {
  @Test func digestIsSHA256() {
    expectEqual(
      Hex.encode(SHA256.digest(Array("abc".utf8))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func stylesheetIsTheOneAllowed() {
    expectEqual(Stylesheet.hash, "sha256-" + Base64.encode(SHA256.digest(Stylesheet.element.bytes)))
  }

  @Test(arguments: Exhibit.all) func scriptsAreTheOnesAllowed(_ exhibit: Exhibit) throws {
    let policy = exhibit.page.contentSecurityPolicy.value(nonce: "abc")
    #expect(policy.hasSuffix("; script-src 'nonce-abc'"))
    let scripts = try Document(exhibit.page.html(PageConfig(nonce: "abc"))).all("script")
    expectEqual(scripts.map { $0["nonce"] }, scripts.map { _ in "abc" })
  }
}
