import Bytes
import Crypto
import Directory
import JSON
import Policy
import Worlds
import XML

extension SAMLApplication {
  /// Whether an administrator wants signed requests (Graph: `requestSignatureVerification`).
  var requiresSignature: Bool {
    application.properties["requestSignatureVerification"]?["isSignedRequestRequired"]?.bool == true
  }

  fileprivate var allowsSHA1: Bool {
    application.properties["requestSignatureVerification"]?["allowedWeakAlgorithms"]?.string == "rsaSha1"
  }

  /// The two newest certificates of the app, which the service tries (Microsoft: "Enforce signed SAML authentication requests"). Their ends do
  /// not count.
  fileprivate var verificationKeys: [PublicKey] {
    application.certificates.sorted { $0.startsAt > $1.startsAt }.prefix(2).compactMap { try? $0.publicKey() }
  }
}

/// The signature of a request. It counts only where the app wants one; every other is ignored, good or bad.
struct SAMLRequestSignature {
  private let signIn: SAMLSignIn
  private let message: SAMLMessage
  private let call: Call

  init(_ signIn: SAMLSignIn, _ message: SAMLMessage, _ call: Call) {
    self.signIn = signIn
    self.message = message
    self.call = call
  }

  /// AADSTS76021 with the text of the case; nil for a request that may go on.
  func refusal(_ exchange: inout Exchange) -> Refusal? {
    let isSigned =
      message.binding == .redirect
      ? signIn.fields.nonEmpty("Signature") != nil
      : message.root.first("Signature", in: XMLNamespace.signature) != nil
    guard signIn.party.requiresSignature else {
      exchange.because(isSigned ? "the signature of the request is ignored: the app does not want one" : "no signature")
      return nil
    }
    let variant: RefusalKind.Variant?
    let keys = signIn.party.verificationKeys
    if signIn.fields[SAMLSignIn.principalName] != nil {
      variant = .samlNotForPathOfPrincipal
    } else if !isSigned {
      exchange.explain("'\(signIn.party.application.alias)' wants signed requests, and this one has no signature by \(message.binding.rawValue)")
      return Refusal(.samlRequestUnsigned)
    } else if keys.isEmpty {
      variant = .samlNoVerificationCertificate
    } else {
      variant = message.binding == .redirect ? redirected(keys) : posted(keys)
    }
    guard let variant else {
      exchange.because("the signature of the request is good")
      return nil
    }
    exchange.explain("the signature of the request does not count: \(variant.condition)")
    return Refusal(.samlRequestUnsigned, as: variant)
  }

  /// The signature stands over the parameters as they came, in this order (saml-bindings 3.4.4.1).
  private func redirected(_ keys: [PublicKey]) -> RefusalKind.Variant? {
    guard let algorithm = signIn.fields.nonEmpty("SigAlg").flatMap(XMLSignatureAlgorithm.init(rawValue:)),
      algorithm == .rsaSHA256 || signIn.party.allowsSHA1
    else { return .samlSignatureAlgorithm }
    guard let signature = signIn.fields.nonEmpty("Signature").flatMap({ Base64.decode($0.filter { !$0.isWhitespace }) })
    else { return .samlSignatureWrong }
    let pieces = (call.request.query ?? "").split(separator: "&")
    let signed = ["SAMLRequest", "RelayState", "SigAlg"].compactMap { name in
      pieces.first { $0.hasPrefix(name + "=") }
    }.joined(separator: "&")
    return keys.contains { algorithm.verify(signature, of: Array(signed.utf8), by: $0) } ? nil : .samlSignatureKeyUnknown
  }

  private func posted(_ keys: [PublicKey]) -> RefusalKind.Variant? {
    let verifier = XMLVerifier(keys: keys, algorithms: signIn.party.allowsSHA1 ? [.rsaSHA256, .rsaSHA1] : [.rsaSHA256])
    // What was verified is the whole message but for its signature, and nothing of that is read.
    return (try? verifier.verified(message.document)) == nil ? .samlSignatureWrong : nil
  }
}
