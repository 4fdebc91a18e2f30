import HTTPWire
import JSON

/// What App Configuration says: each challenge is a field of its own (observed in 2020 and 2023; Microsoft: "Microsoft Entra authentication",
/// REST API of App Configuration).
package enum AppConfigurationRefusal {
  package static let audiences = [
    "https://azconfig.io", "https://appconfig.azure.com", "35ffadb3-7fc1-497e-b61b-381d28e744cc",
  ]

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    let bearer = words(of: fault).map { " error=\"invalid_token\", error_description=\"\($0)\"" } ?? ""
    return ServiceRefusal(
      challenges: ["HMAC-SHA256", "Bearer" + bearer],
      fields: ["x-ms-request-id": facts.requestID, "x-ms-correlation-request-id": facts.requestID])
  }

  /// Of an end and of another tenant it says so; all else is one sentence.
  private static func words(of fault: ServiceFault) -> String? {
    switch fault {
    case .missing, .unknownProof: nil
    case .expired: "The access token has expired"
    case .issuer:
      "The access token is from the wrong issuer. It must match the AD tenant associated with the subscription, to which the "
        + "configuration store belongs. If you just transferred your subscription and see this error message, please try back later."
    case .malformed, .signature, .early, .audience, .revoked, .scope, .version, .password:
      "Authorization token failed validation"
    }
  }
}

/// What Cosmos DB says: it sends no challenge (observed from 2020 to 2025; what no record has is chosen).
package enum CosmosRefusal {
  package static let audiences = ["https://cosmos.azure.com", "a232010e-820c-4083-83bb-3ace5fc29d0b"]

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    let message =
      sentence(of: fault, facts) + "\r\nActivityId: \(facts.requestID), Microsoft.Azure.Documents.Common/2.14.0"
    var fields: HTTPFields = ["x-ms-activity-id": facts.requestID]
    if case .audience = fault { fields.append("x-ms-substatus", "5008") }
    return ServiceRefusal(
      contentType: ServiceRefusal.json,
      body: JSONValue.object(["code": "Unauthorized", "message": .string(message)]).text, fields: fields)
  }

  private static func sentence(of fault: ServiceFault, _ facts: ServiceFacts) -> String {
    let account = facts.host.prefix { $0 != "." }
    let blocked = "Request blocked by Auth \(account) : Provided AAD token"
    switch fault {
    case .missing, .unknownProof:
      return "Required Header authorization is missing. Ensure a valid Authorization token is passed."
    case .expired(let end):
      return "\(blocked) has been expired since [\((end ?? facts.now).american) (UTC)]. Current server time is "
        + "[\(facts.now.american) (UTC)]. Please refresh the AAD token."
    case .audience(let audience, _):
      let names = ["documents.azure.com", "sql.cosmos.azure.com", "sqlx.cosmos.azure.com"]
      let accepted = names.map { "https://\(account).\($0)" } + ["https://cosmos.azure.com"]
      return "\(blocked) is intended for [\(audience)]. This database account accepts tokens intended for "
        + "[\(accepted.joined(separator: ", "))]."
    case .issuer(let issuer):
      return "\(blocked) was issued by the authority [\(issuer)] which is not trusted by this database account. "
        + "Please ensure the token has been issued by the AAD tenant(s) [\(facts.tenant)]."
    case .malformed, .signature, .early, .revoked, .scope, .version, .password: return "\(blocked) is not valid."
    }
  }
}

/// What a feed of Azure DevOps says: three challenges, of which npm prints every one (observed, undated).
package enum AzureDevOpsRefusal {
  package static let audience = "499b84ac-1321-427f-aa17-267ca6975798"

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    ServiceRefusal(
      challenges: [
        "Bearer authorization_uri=\(facts.legacyAuthority)/\(facts.tenant)", "Basic realm=\"https://\(facts.host)/\"",
        "TFS-Federated",
      ])
  }
}

/// What Dataverse says: the resource is the organization's own address (observed, undated).
package enum DataverseRefusal {
  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    ServiceRefusal(
      challenges: [
        "Bearer authorization_uri=\(facts.authority)/\(facts.tenant)/oauth2/authorize, resource_id=https://\(facts.host)/"
      ])
  }
}

extension ServiceFacts {
  /// Services that are old name the login service by its old host.
  var legacyAuthority: String {
    authority == "https://login.microsoftonline.com" ? "https://login.windows.net" : authority
  }
}
