import Bytes
import Crypto
import Directory
import HTTPWire
import JOSE
import JSON
import Policy
import Worlds

/// Takes in what a request is the first to name, before its endpoint looks anything up. Only a world that adopts does so.
enum RequestAdoption {
  /// Takes in what `fields` name; the parameters of v1.0 come in the words of v2.0. The journal has each thing that came in.
  /// - Throws: what the store throws.
  static func takeIn(
    tenant: String, _ fields: FormFields, _ call: Call, _ exchange: inout Exchange, isRedemption: Bool = false
  ) throws {
    let rule = call.world.settings.adoption
    guard !rule.isEmpty else { return }
    var sight = FirstSight(tenant: Percent.decode(tenant) ?? tenant)
    let credentials = isRedemption ? try? ClientCredentials(fields, call.request) : nil
    sight.clientID = credentials?.clientID ?? fields.nonEmpty("client_id")
    sight.redirectURI = fields.nonEmpty("redirect_uri")
    sight.scope = fields.nonEmpty("scope")
    sight.graphAddresses = call.origin.graphAddresses
    sight.secret = credentials?.secret
    sight.certificate = credentials?.assertion.flatMap(certificate)
    sight.isRedemption = isRedemption
    sight.platform = platform(fields, credentials, call.request)
    guard let adopted = try call.world.adopt(sight, by: rule, at: call.now) else {
      return exchange.because("the world has taken in \(World.mostAdopted) things, and takes in no more")
    }
    for thing in adopted { exchange.noteAdopted(thing.text) }
  }

  /// The certificate that an assertion carries in `x5c`. MSAL sends it when it is told to (`sendX5C`).
  private static func certificate(_ assertion: String) -> Certificate? {
    guard let token = try? JWS.parse(assertion.filter { $0 != "=" }),
      let der = token.header["x5c"]?.array?.first.flatMap(AssertionCertificate.der)
    else { return nil }
    return try? Certificate.der(der)
  }

  /// What the request shows: a script of a page sends its origin, a confidential client its proof. The name of a library
  /// tells it earlier.
  private static func platform(
    _ fields: FormFields, _ credentials: ClientCredentials?, _ request: HTTPRequest
  ) -> RedirectURIRegistration.Platform? {
    if let credentials {
      if request.fields["Origin"] != nil { return .spa }
      return credentials.isEmpty ? .native : .web
    }
    if fields["x-client-SKU"] == "msal.js.browser" { return .spa }
    switch fields["response_mode"] {
    case "fragment": return .spa
    case "form_post": return .web
    default: return nil
    }
  }
}
