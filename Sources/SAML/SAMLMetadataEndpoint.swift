import Authority
import Bytes
import Crypto
import Directory
import HTTPWire
import Policy
import Worlds
import XML

/// `GET /{tenant}/federationmetadata/2007-06/federationmetadata.xml`, with `appid` for the certificates of one app and without it for the keys of
/// the tenant's tokens. The certificates of apps are not in the latter (observed: saml-sp 64).
struct SAMLMetadataEndpoint: Endpoint {
  let name = EndpointName.samlMetadata
  let answers = AnswerKind.document
  let tenant: String

  func crossOriginFields(for call: Call) -> HTTPFields { CommonFields.anyOrigin(at: call.origin) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      let segment = try TenantSegment(tenant, in: call.directory)
      exchange.note(tenant: segment.tenant(in: call.directory))
      let asked = call.query?.nonEmpty("appid")
      exchange.note(client: asked.flatMap { call.directory.application(named: $0) })
      try call.world.consultRules(&exchange)
      let call = call.after(exchange)
      let bytes = try document(segment, asked, call, &exchange)
      var fields = crossOriginFields(for: call)
      fields.set("Content-Type", "application/xml; charset=utf-8")
      return HTTPResponse(status: 200, fields: fields, body: bytes)
    } catch let refusal as Refusal {
      exchange.explain(refusal, in: call.world.directory)
      exchange.refusal = refusal
      return JSONAnswer.refusal(refusal, call, exchange, fields: crossOriginFields(for: call))
    }
  }

  private func document(
    _ segment: TenantSegment, _ asked: String?, _ call: Call, _ exchange: inout Exchange
  ) throws -> [UInt8] {
    let named = segment.tenant(in: call.directory)
    if let asked {
      guard let home = named ?? call.directory.mainTenant,
        let party = SAMLApplication(client: asked, in: home, call.directory)
      else {
        throw Refusal.applicationNotFound(clientID: asked, directory: named?.displayName ?? "")
      }
      let identity = SAMLIdentity(party: party)
      exchange.because("the certificates of '\(party.application.alias)'")
      return try write(
        identity.entityID(call.origin), tenant: "\(party.tenant.id)", identity.certificates(call).map(\.der),
        signer: identity.signer(call), call)
    }
    let key = try call.world.keys.current
    let signer = XMLSigner(key: key.privateKey, certificate: key.certificate)
    let keys = try call.world.keys.published(for: .work, as: exchange.shape.keys, at: call.now)
    exchange.because("the keys of the tenant's tokens; with appid it would be the certificates of an app")
    return try write(
      named.map { SAMLIdentity.entityID(of: $0, call.origin) } ?? "https://\(call.origin.cloud.legacyIssuerHost)/{tenantid}/",
      tenant: named.map { "\($0.id)" } ?? "common", keys.map(\.key.certificate.der), signer: signer, call)
  }

  private func write(
    _ entityID: String, tenant: String, _ certificates: [[UInt8]], signer: XMLSigner, _ call: Call
  ) throws -> [UInt8] {
    let metadata = SAMLMetadata(
      id: "_\(call.world.entropy.guid())", entityID: entityID, base: "\(call.origin.login)/\(tenant)",
      scope: Percent.braces(entityID), certificates: certificates)
    let signed = try signer.signed(metadata.tree, at: 0)
    return Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>".utf8) + signed.wireBytes
  }
}

extension Percent {
  /// The braces of a placeholder, as addresses have them (observed of `common`).
  fileprivate static func braces(_ text: String) -> String {
    text.split(separator: "{", omittingEmptySubsequences: false).joined(separator: "%7B")
      .split(separator: "}", omittingEmptySubsequences: false).joined(separator: "%7D")
  }
}
