#if CLUSTER
  import Expectations
  import HTTPWire
  import Testing

  @testable import MockIdP

  /// What a server of a cluster sends to the next owner when one has ended that may have carried it out.
  struct RelayedAgainTests {
    @Test(arguments: [
      ("GET", "/common/v2.0/.well-known/openid-configuration", true), ("GET", "/common/discovery/v2.0/keys", true),
      ("HEAD", "/common/discovery/instance", true), ("GET", "/v1.0/me", true), ("GET", "/beta/users", true),
      ("GET", "/oidc/userinfo", true), ("GET", "/_mockidp/v1/exchanges", true),
      ("GET", "/_mockidp/v1/worlds/t1/users", true),
      ("POST", "/organizations/oauth2/v2.0/token", false), ("POST", "/v1.0/users", false),
      ("GET", "/organizations/oauth2/v2.0/authorize", false), ("GET", "/common/oauth2/v2.0/logout", false),
      ("GET", "/devicelogin", false), ("GET", "/metadata/identity/oauth2/token", false),
      ("POST", "/_mockidp/v1/clock", false), ("DELETE", "/_mockidp/v1/worlds/t1", false), ("PUT", "/v1.0/me", false),
    ])
    func onlyWhatReadsIsSentAgain(method: String, path: String, isSent: Bool) {
      expectEqual(OwnershipRouter.onlyReads(HTTPRequest(method: method, path: path)), isSent)
    }
  }
#endif
