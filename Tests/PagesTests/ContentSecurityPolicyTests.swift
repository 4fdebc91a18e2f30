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

  @Test func scriptIsTheOneAllowed() {
    expectEqual(FormPostPage.scriptHash, "sha256-" + Base64.encode(SHA256.digest(FormPostPage.script.bytes)))
  }
}
