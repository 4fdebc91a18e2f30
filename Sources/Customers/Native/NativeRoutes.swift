import Authority
import Bytes
import Directory
import Policy
import Worlds

/// The addresses of the native authentication API.
extension NativeAuthEndpoint {
  static let routes = [
    route("/{tenant}/oauth2/v2.0/initiate", .initiate),
    route("/{tenant}/oauth2/v2.0/challenge", .challenge),
    route("/{tenant}/oauth2/v2.0/introspect", .introspect),
    route("/{tenant}/signup/v1.0/start", .signUpStart),
    route("/{tenant}/signup/v1.0/challenge", .signUpChallenge),
    route("/{tenant}/signup/v1.0/continue", .signUpContinue),
    route("/{tenant}/resetpassword/v1.0/start", .resetStart),
    route("/{tenant}/resetpassword/v1.0/challenge", .resetChallenge),
    route("/{tenant}/resetpassword/v1.0/continue", .resetContinue),
    route("/{tenant}/resetpassword/v1.0/submit", .resetSubmit),
    route("/{tenant}/resetpassword/v1.0/poll_completion", .resetPoll),
    route("/{tenant}/register/v1.0/introspect", .registerIntrospect),
    route("/{tenant}/register/v1.0/challenge", .registerChallenge),
    route("/{tenant}/register/v1.0/continue", .registerContinue),
  ]

  private static func route(_ pattern: Path.Pattern, _ operation: NativeOperation) -> AuthorityRoute {
    AuthorityRoute(pattern, nil) { NativeAuthEndpoint(tenant: $0[0], operation: operation) }
  }
}

/// The call of the API that has its address in common with the grants: the end of every flow.
struct NativeTokenCalls: TokenCalls {
  func endpoint(for call: Call, tenant: String) -> (any Endpoint)? {
    guard call.directory.tenant(named: Percent.decode(tenant) ?? tenant)?.kind == .external,
      let form = try? TokenEndpoint.form(call.request), NativeTokens.isMeant(by: form)
    else { return nil }
    return NativeAuthEndpoint(tenant: tenant, operation: .token)
  }
}
