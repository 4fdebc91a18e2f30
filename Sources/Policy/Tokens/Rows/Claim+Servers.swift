import JSON

extension Claim {
  /// What the server makes of itself: ids, the version, and values that only the service can read.
  static let ofServers: [Claim] = [
    .text("aio", by: .server, in: [.userAccess, .apps, .idToken]) { $0.marks?.aio },
    .text("platf", by: .server, in: .graph) { _ in "14" },
    .text("rh", by: .server, in: [.users, .apps]) { $0.marks?.rh },
    .text("uti", by: .server, in: [.users, .apps]) { source in
      source.form.isForClient ? source.marks?.idTokenUTI : source.marks?.accessTokenUTI
    },
    .text("ver", by: .api, in: [.users, .apps]) { TokenForm.version2.contains($0.form) ? "2.0" : "1.0" }
      .customers(id: -9, access: -7),
    .text("xms_ftd", by: .server, in: .appV2) { $0.app?.federationMark },
  ]
}
