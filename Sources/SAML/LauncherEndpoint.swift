import Authority
import Bytes
import Directory
import HTTPWire
import Policy
import Worlds

/// `GET /signin/{appId}` and its like: the address of an app in My Apps, where a sign-in begins at the identity provider (Microsoft: "End-user
/// experiences for applications", user access URL).
struct LauncherEndpoint: Endpoint {
  let name = EndpointName.launcher
  let answers = AnswerKind.page
  /// The client id in the path, as it came.
  let application: String
  /// The domain in the path.
  var domain: String?
  let features: LoginFeatures

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      let directory = call.directory
      let tenant = call.query?.nonEmpty("tenantId") ?? domain ?? "organizations"
      let segment = try TenantSegment(tenant, in: directory)
      exchange.note(tenant: segment.tenant(in: directory))
      exchange.note(client: directory.application(named: application))
      var fields = call.query ?? FormFields()
      fields.set(SAMLSignIn.launchName, application)
      SAMLSignIn.note(fields, &exchange)
      let party = SAMLApplication(client: application, in: segment.tenant(in: directory), directory)
      if let party { exchange.note(tenant: party.tenant) }
      // An app with an address of its own begins there, whatever protocol it speaks.
      if let address = party?.principal.properties.text("loginUrl"), !address.isEmpty {
        try call.world.consultRules(&exchange)
        exchange.because("→ \(address), where the app begins its own sign-in")
        return HTTPResponse(status: 302, fields: ["Location": address])
      }
      let signIn = try SAMLSignIn(launching: fields, tenant: tenant, in: directory)
      if signIn.party.requiresSignature {
        exchange.explain("no sign-in begins here where the app wants signed requests")
        throw Refusal(.samlRequestUnsigned)
      }
      exchange.because("the sign-in begins at the identity provider, for \(signIn.replyURL)")
      return try SAMLEndpoint.begin(signIn, tenant: tenant, call, joining: features, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, noting: .samlRefused, call, &exchange)
    }
  }
}
