import Authority
import HTTPWire
import JOSE
import JSON
import Worlds

/// The keys of a tenant of Azure AD B2C: without certificates and issuers.
struct B2CKeys: WrittenDocument {
  private let keys: [KeyRing.PublishedKey]

  init(_ keys: [KeyRing.PublishedKey]) { self.keys = keys }

  var json: JSONValue {
    let listed = keys.map { published -> JSONValue in
      let whole = published.key.jwk(issuer: nil, cloudInstanceName: nil)
      var members: JSONObject = [:]
      for name in ["kid", "use", "kty", "e", "n"] {
        if let value = whole[name] { members.append(name, value) }
      }
      return .object(members)
    }
    return ["keys": .array(listed)]
  }
}

/// `GET /{tenant}/{flow}/discovery/v2.0/keys`.
struct B2CKeysEndpoint: Endpoint {
  let name = EndpointName.keys
  let answers = AnswerKind.customerDocument
  let address: B2CAddress

  init(_ address: B2CAddress) { self.address = address }

  func crossOriginFields(for call: Call) -> HTTPFields { CommonFields.anyOrigin(at: call.origin) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    address.note(&exchange, call)
    try call.world.consultRules(&exchange)
    exchange.explainKeys()
    let keys = B2CKeys(try call.world.keys.published(for: .work, as: exchange.shape.keys, at: call.now))
    return JSONAnswer.make(call.world.documents.body(of: keys), fields: crossOriginFields(for: call))
  }
}
