import Challenges
import Expectations
import Testing

@Suite("What a request does to a registry") struct RegistryAccessTests {
  @Test(
    "follows from its method and its path",
    arguments: [
      ("GET", "/v2/", nil), ("GET", "/v2", nil), ("GET", "/v2/_catalog", "registry:catalog:*"),
      ("GET", "/acr/v1/_catalog", "registry:catalog:*"),
      ("GET", "/v2/cart/manifests/latest", "repository:cart:pull"),
      ("HEAD", "/v2/shop/cart/manifests/1", "repository:shop/cart:pull"),
      ("PUT", "/v2/shop/cart/manifests/1", "repository:shop/cart:pull,push"),
      ("DELETE", "/v2/cart/manifests/sha256:1", "repository:cart:delete"),
      ("POST", "/v2/cart/blobs/uploads/", "repository:cart:pull,push"),
      ("PATCH", "/v2/cart/blobs/uploads/1", "repository:cart:pull,push"),
      ("DELETE", "/v2/cart/blobs/uploads/1", "repository:cart:delete"),
      ("GET", "/v2/cart/blobs/sha256:1", "repository:cart:pull"),
      ("GET", "/v2/cart/tags/list", "repository:cart:metadata_read"),
      ("GET", "/v2/cart/referrers/sha256:1", "repository:cart:pull"),
      ("GET", "/acr/v1/library%2Fhello-world", "repository:library/hello-world:metadata_read"),
      ("GET", "/acr/v1/shop/cart/_tags", "repository:shop/cart:metadata_read"),
      ("PATCH", "/acr/v1/library%2Fhello-world/_manifests/1", "repository:library/hello-world:metadata_write"),
      ("DELETE", "/acr/v1/cart/_tags/1", "repository:cart:delete"), ("GET", "/", nil), ("GET", "/v2/cart", nil),
    ] as [(String, String, String?)])
  func isNeeded(_ method: String, _ path: String, _ scope: String?) {
    expectEqual(RegistryAccess.needed(method: method, path: path)?.scope, scope)
  }

  @Test(
    "is read from a scope",
    arguments: ["repository:shop/cart:pull,push", "registry:catalog:*", "repository:h:1/a:pull"])
  func reads(_ text: String) { expectEqual(RegistryAccess(scope: text)?.scope, text) }

  @Test(
    "is not read from another text",
    arguments: ["", "repository", "repository:cart", "repository::pull", "repository:cart:", ":a:b"])
  func readsNothing(_ text: String) { expectNil(RegistryAccess(scope: text)) }

  @Test("covers what is less") func covers() throws {
    let all = try #require(RegistryAccess(scope: "repository:cart:*"))
    let some = try #require(RegistryAccess(scope: "repository:cart:pull,push"))
    let one = try #require(RegistryAccess(scope: "repository:cart:pull"))
    let other = try #require(RegistryAccess(scope: "repository:shop:pull"))
    #expect(all.covers(some) && some.covers(one) && !one.covers(some) && !all.covers(other))
    expectEqual(RegistryAccess(claim: some.claim), some)
  }
}
