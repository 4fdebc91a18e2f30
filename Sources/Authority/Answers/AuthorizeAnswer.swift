package import Bytes
import Directory
package import HTTPWire
import Pages
import Policy
package import Worlds

/// Answers that the browser carries to the app's redirect URI.
package enum AuthorizeAnswer {
  /// Sends `parameters` to the app, in the response mode of `address`. For a redirect URI of the scheme `urn` the
  /// answer is a page that shows them. Query answers end in an empty fragment, as the service's do (observed).
  package static func make(
    _ parameters: FormFields, to address: ReturnAddress, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    let uri = address.redirectURI
    // The control API plays the browser. It has no page that a script could submit, and takes every answer out of the address.
    if call.persona != nil, address.mode == .formPost || URIReference(uri)?.scheme == "urn" {
      return redirect(to: uri + (uri.utf8.contains(0x3F) ? "&" : "?") + parameters.encoded)
    }
    if URIReference(uri)?.scheme == "urn" {
      return PageAnswer.make(OutOfBandPage(branding: Branding(), query: parameters.encoded), call, &exchange)
    }
    switch address.mode {
    case .formPost:
      let page = FormPostPage(action: uri, parameters: parameters.fields.map { (name: $0.name, value: $0.value) })
      return PageAnswer.make(page, call, &exchange)
    case .query:
      let mark = uri.utf8.contains(0x3F) ? "&" : "?"
      return redirect(to: withPath(uri) + mark + parameters.encoded + "#")
    case .fragment: return redirect(to: withPath(uri) + "#" + parameters.encoded)
    }
  }

  /// Tells whoever has to know: the app, or the person on an error page.
  static func tell(
    _ refusal: Refusal, of request: AuthorizeRequest, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    switch Addressee(of: refusal.kind, isSilent: request.prompt.isSilent) {
    case .app: self.refusal(refusal, to: request.address, call, &exchange)
    case .person: PageAnswer.refusal(refusal, call, &exchange)
    }
  }

  /// Sends a refusal with its AADSTS number to the app.
  static func refusal(
    _ refusal: Refusal, to address: ReturnAddress, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.explain(refusal, in: call.world.directory)
    exchange.refusal = refusal
    exchange.note(.authorizeRefused)
    exchange.because("→ redirect with \(refusal.redirectError.rawValue), \(refusal.label)")
    let ending = RefusalEnding(call, exchange)
    var fields = FormFields([
      ("error", refusal.redirectError.rawValue), ("error_description", ending.description(of: refusal)),
    ])
    if refusal.kind.hasErrorURIOnRedirect { fields.append("error_uri", ending.errorURI(of: refusal)) }
    if let suberror = refusal.suberror { fields.append("suberror", suberror.rawValue) }
    if let claims = refusal.claims { fields.append("claims", claims) }
    if let state = address.state { fields.append("state", state) }
    return make(fields, to: address, call, &exchange)
  }

  /// Sends a refusal to the app that has only an error of OAuth 2.0 or OpenID Connect, without an AADSTS number.
  static func refusal(
    _ word: OAuthErrorCode, to address: ReturnAddress, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.note(.authorizeRefused)
    exchange.because("→ redirect with \(word.rawValue)")
    var fields = FormFields([("error", word.rawValue)])
    if let state = address.state { fields.append("state", state) }
    return make(fields, to: address, call, &exchange)
  }

  /// The user left the pages: `access_denied` with `error_subcode=cancel` and without a description (observed).
  static func cancellation(to address: ReturnAddress, _ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.note(.signInCancelled)
    exchange.because("→ redirect with access_denied: the user left the page")
    var fields = FormFields([("error", "access_denied"), ("error_subcode", "cancel")])
    if let state = address.state { fields.append("state", state) }
    return make(fields, to: address, call, &exchange)
  }

  /// An `http` or `https` address without a path gets a slash (Microsoft: "Redirect URI best practices").
  private static func withPath(_ uri: String) -> String {
    guard let reference = URIReference(uri), reference.path.isEmpty, reference.query == nil,
      reference.scheme == "http" || reference.scheme == "https"
    else { return uri }
    return uri + "/"
  }

  private static func redirect(to location: String) -> HTTPResponse {
    HTTPResponse(status: 302, fields: ["Location": location])
  }
}
