import HTTPWire
import JSON

/// What App Configuration says (Microsoft: "Microsoft Entra authentication", REST API of App Configuration). The reason is nowhere.
package enum AppConfigurationRefusal {
  package static let audiences = [
    "https://azconfig.io", "https://appconfig.azure.com", "35ffadb3-7fc1-497e-b61b-381d28e744cc",
  ]

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    let hasToken = fault != .missing && fault != .unknownProof
    return ServiceRefusal(
      challenges: [
        hasToken
          ? "HMAC-SHA256, Bearer error=\"invalid_token\", error_description=\"Authorization token failed validation\""
          : "HMAC-SHA256, Bearer"
      ])
  }
}

/// What Cosmos DB says: it sends no challenge.
package enum CosmosRefusal {
  package static let audiences = ["https://cosmos.azure.com", "a232010e-820c-4083-83bb-3ace5fc29d0b"]

  package static func make(_ fault: ServiceFault, _ facts: ServiceFacts) -> ServiceRefusal {
    let message =
      fault == .missing || fault == .unknownProof
      ? "Required Header authorization is missing. Ensure a valid Authorization token is passed."
      : "Request blocked by Auth: \(fault.reason)."
    return ServiceRefusal(
      contentType: ServiceRefusal.json,
      body: JSONValue.object(["code": "Unauthorized", "message": .string(message)]).text)
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
