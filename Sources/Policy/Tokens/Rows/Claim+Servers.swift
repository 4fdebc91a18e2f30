import Directory
import JSON
import Time

extension Claim {
  /// What the server makes of itself: ids, the version, and values that only the service can read.
  static let ofServers: [Claim] = [
    // A web app with a secret, and a renewal, have none in the id_token (observed 2025-05 to 2026-09), unless authorize gave the app one
    // beside the code (observed 2026-03).
    .text("aio", by: .server, in: [.userAccess, .apps, .idTokens]) { source in
      guard source.form.isForClient, source.form != .personalIDToken, let person = source.person else {
        return source.marks?.aio
      }
      let isFirst = person.clientAuthentication == .none || person.signIn.hadIDToken
      return isFirst && !person.isRenewal ? person.marks.aio : nil
    }
    .personal(16)
    .when(
      "in an id_token the sign-in of a public client, or a code beside an id_token", in: [.idTokens, .personalIDToken]
    ).opaque,
    .value("enfpolids", by: .server, in: .exchange) { $0.person.map { _ in [] } },
    .text("platf", by: .signIn, in: .graph) { $0.person.map(\.signIn.systemNumber) }
      .optional("the number of the system that the browser names; `14` for an unknown one"),
    .text("rh", by: .server, in: [.users, .apps]) { source in
      OpaqueValues.reference(source.tenant.id, source.audience.id, hasUser: source.person != nil)
    }
    .opaque,
    .text("uti", by: .server, in: [.users, .apps]) { source in
      source.form.isForClient ? source.marks?.idTokenUTI : source.marks?.accessTokenUTI
    }
    .opaque,
    .text("ver", by: .api, in: [.users, .apps]) { TokenForm.version2.contains($0.form) ? "2.0" : "1.0" }
      .personal(1)
      .customers(id: -10, access: 6),
    .text("xms_aud_guid", by: .api, in: [.graph, .exchange]) { source in
      source.person.flatMap { person in
        let id = "\(source.audience.id)"
        return person.resourceIdentifier == id ? nil : id
      }
    }
    .when("the audience is not the id itself"),
    .text("xms_ftd", by: .server, in: .access) { source in
      source.tenant.kind == .personal ? nil : source.marks.map { OpaqueValues.region($0.mark, source.tenant) }
    }
    .opaque,
    // A day behind the end of the token (observed 2026-07 and 2026-10).
    .time("xms_pftexp", by: .server, in: .graph) { source in
      source.person.map { ($0.issuedAt + $0.lifetimes.accessToken + .hours(24)).seconds }
    },
    // Tokens of users at data planes have none: there is no record of it (chosen).
    .text("xms_rd", by: .server, in: [.resourceManager, .appGraph, .appResourceManager, .appAzure]) { source in
      if let person = source.person, !ContinuousAccess.isDeclared(in: person.capabilities) { return nil }
      return source.marks.map { OpaqueValues.routing(Array($0.mark.suffix(24))) }
    }
    .when("of users: the client says `cp1`", in: .userAccess).opaque,
  ]
}
