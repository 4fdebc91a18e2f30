import Directory
import JSON

extension Claim {
  /// What the server makes of itself: ids, the version, and values that only the service can read.
  static let ofServers: [Claim] = [
    // A web app with a secret, and a renewal, have none in the id_token (observed 2025-05 to 2026-09).
    .text("aio", by: .server, in: [.userAccess, .apps, .idTokens]) { source in
      guard source.form.isForClient, source.form != .personalIDToken, let person = source.person else {
        return source.marks?.aio
      }
      return person.clientAuthentication == .none && !person.isRenewal ? person.marks.aio : nil
    }
    .personal(16)
    .when("in an id_token the sign-in of a public client").opaque,
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
    .text("xms_ftd", by: .server, in: .access) { source in
      source.tenant.kind == .personal ? nil : source.marks.map { OpaqueValues.region($0.mark, source.tenant) }
    }
    .opaque,
    // Tokens of users at data planes and of apps at Resource Manager have none: there is no record of it (chosen).
    .text("xms_rd", by: .server, in: [.resourceManager, .appGraph, .appResourceManager, .appAzure]) { source in
      if let person = source.person, !ContinuousAccess.isDeclared(in: person.capabilities) { return nil }
      if source.form == .appResourceManager, source.app?.isManagedIdentity != true { return nil }
      return source.marks.map { OpaqueValues.routing(Array($0.mark.suffix(24))) }
    }
    .when("at Resource Manager: a managed identity, or a user's client that says `cp1`").opaque,
  ]
}
