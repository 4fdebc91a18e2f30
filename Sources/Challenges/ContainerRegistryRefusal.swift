package import HTTPWire
import JSON

/// What Container Registry says, before it has a token and at its two addresses that give tokens (observed from 2021 to 2024).
package enum ContainerRegistryRefusal {
  package static let audience = "https://containerregistry.azure.net"

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    var fields: HTTPFields = ["Server": server, "Content-Type": ServiceRefusal.json]
    for name in ["Docker-Content-Digest", "WWW-Authenticate", "Link", "X-Ms-Correlation-Request-Id"] {
      fields.append("Access-Control-Expose-Headers", name)
    }
    fields.append("Docker-Distribution-Api-Version", "registry/2.0")
    fields.append("X-Content-Type-Options", "nosniff")
    append(facts, to: &fields)
    return ServiceRefusal(
      challenges: [challenge(fault, facts)], contentType: ServiceRefusal.json, body: body(facts.access), fields: fields)
  }

  /// It names the address of tokens, the registry, and what the request would do. A client that came with a name and a password is asked for
  /// these again (observed in 2020 and 2022: Azure/acr 466 and 651).
  private static func challenge(_ fault: ServiceFault, _ facts: ServiceFacts) -> String {
    if case .password = fault { return "Basic realm=\"Azure Container Registry\"" }
    var challenge = "Bearer realm=\"\(facts.site)/oauth2/token\",service=\"\(facts.authorityOfSite)\""
    if let access = facts.access { challenge += ",scope=\"\(access.scope)\"" }
    if let error = error(of: fault) { challenge += ",error=\"\(error)\"" }
    return challenge
  }

  /// What the two addresses of tokens answer to a client that proves nothing. They send no challenge.
  package static func makeOfTokens(status: Int, hasWords: Bool, _ facts: ServiceFacts) -> ServiceRefusal {
    ServiceRefusal(
      status: status, contentType: hasWords ? ServiceRefusal.json : nil, body: hasWords ? body(nil) : "",
      fields: fields(facts))
  }

  /// The fields of an answer with tokens.
  package static func fields(_ facts: ServiceFacts) -> HTTPFields {
    var fields: HTTPFields = ["Server": server]
    append(facts, to: &fields)
    return fields
  }

  private static let server = "AzureContainerRegistry"

  private static func append(_ facts: ServiceFacts, to fields: inout HTTPFields) {
    fields.append("X-Ms-Correlation-Request-Id", facts.requestID)
    if facts.isStrict { fields.append("Strict-Transport-Security", "max-age=31536000; includeSubDomains") }
  }

  private static func error(of fault: ServiceFault) -> String? {
    switch fault {
    case .missing, .password, .version: nil
    case .scope: "insufficient_scope"
    case .unknownProof, .malformed, .signature, .expired, .early, .audience, .issuer, .revoked: "invalid_token"
    }
  }

  private static func body(_ access: RegistryAccess?) -> String {
    let detail = access.map { access in
      JSONValue.array(
        access.actions.map { action in
          .object(["Type": .string(access.type), "Name": .string(access.name), "Action": .string(action)])
        })
    }
    let error: JSONValue = .object([
      "code": "UNAUTHORIZED",
      "message": "authentication required, visit https://aka.ms/acr/authorization for more information.",
      "detail": detail ?? .null,
    ])
    return JSONValue.object(["errors": .array([error])]).text + "\n"
  }
}
