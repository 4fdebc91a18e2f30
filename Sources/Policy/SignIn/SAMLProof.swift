import Bytes
package import Directory

/// What SAML says of how a user signed in. It is made of the same words as `amr`: those that the session keeps.
package struct SAMLProof: Sendable, Hashable {
  /// As the text of AADSTS75011 lists them.
  package let methods: [String]
  /// The values of `authnmethodsreferences`.
  package let references: [String]
  /// The value of `AuthnContextClassRef`.
  package let contextClass: String

  package static let contextPrefix = "urn:oasis:names:tc:SAML:2.0:ac:classes:"
  private static let windows = "urn:federation:authentication:windows"
  private static let referencePrefix = "http://schemas.microsoft.com/ws/2008/06/identity/authenticationmethod/"
  private static let several = "http://schemas.microsoft.com/claims/multipleauthn"

  /// The method whose proofs the session has; nil for proofs of other kinds, such as those of a customer.
  package static func method(of proofs: [String]) -> SignInMethod? {
    let known = proofs.filter { $0 != "mfa" }
    return SignInMethod.allCases.first { method in known == method.proofs.filter { $0 != "mfa" } }
  }

  /// `proofs` are the words of `amr`.
  package init(of proofs: [String]) {
    let method = Self.method(of: proofs) ?? .password
    let hasFactor = proofs.contains("mfa")
    let second = hasFactor ? [Self.several] : []
    let password = Self.contextPrefix + "Password"
    switch method {
    case .password:
      methods = hasFactor ? ["Password", "MultiFactor"] : ["Password"]
      references = [Self.referencePrefix + "password"] + second
      contextClass = password
    case .windows:
      methods = hasFactor ? ["WindowsIntegrated", "MultiFactor"] : ["WindowsIntegrated"]
      references = [Self.referencePrefix + "windows"] + second
      contextClass = Self.windows
    case .certificate:
      methods = ["X509", "MultiFactor"]
      references = [Self.referencePrefix + "x509", Self.several]
      contextClass = password
    case .windowsHello:
      methods = ["X509", "MultiFactor", "X509Device"]
      references = [Self.referencePrefix + "x509", Self.several]
      contextClass = password
    case .passkey:
      methods = ["MultiFactor", "Fido"]
      references = [Self.several]
      contextClass = password
    case .phone, .oneTimePasscode:
      methods = ["MultiFactor", "OneTimePasscode"]
      references = [Self.several]
      contextClass = password
    case .federatedPassword:
      methods = ["Password", "ProtectedTransport"] + (hasFactor ? ["MultiFactor"] : [])
      references = [Self.contextPrefix + "PasswordProtectedTransport"] + second
      contextClass = Self.contextPrefix + "PasswordProtectedTransport"
    }
  }

  /// What a requested context is called in the text of AADSTS75011, and the method that satisfies it. Nil for the method: nothing does.
  private static func wanted(_ context: String) -> (word: String, method: String?) {
    let name = context.hasPrefix(contextPrefix) ? String(context.dropFirst(contextPrefix.utf8.count)) : context
    return switch name {
    case "Password": ("Password", "Password")
    case "PasswordProtectedTransport": ("Password, ProtectedTransport", "Password")
    case "X509", "TLSClient", "SmartcardPKI", "Smartcard": ("X509", "X509")
    case windows, "Kerberos": ("WindowsIntegrated", "WindowsIntegrated")
    default: (context.split { $0 == ":" || $0 == "/" }.last.map(String.init) ?? context, nil)
    }
  }

  /// Whether one of the contexts that a request asks for fits. A request that asks for none fits every sign-in.
  package func satisfies(_ contexts: [String]) -> Bool {
    contexts.isEmpty
      || contexts.contains { context in
        if context == Self.contextPrefix + "Unspecified" { return true }
        return Self.wanted(context).method.map(methods.contains) ?? false
      }
  }

  /// AADSTS75011 with the methods on both sides. `name` is that of the app.
  package func refusal(wanting contexts: [String], name: String) -> Refusal {
    Refusal(
      .samlAuthenticationMethod,
      [
        .usedMethod: methods.joined(separator: ", "),
        .askedMethod: contexts.map { Self.wanted($0).word }.joined(separator: ", "), .appName: name,
      ])
  }
}
