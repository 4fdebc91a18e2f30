package import Directory

/// What a scenario changes in the seeded world. Names are those of the seeds: `alice`, `mobile`.
package struct WorldPatch: Sendable, Hashable {
  package struct UserPatch: Sendable, Hashable {
    package var password: String?
    package var mfa: User.MFA?
    package var isEnabled: Bool?

    package init() {}
  }

  package struct ApplicationPatch: Sendable, Hashable {
    /// Delegated permissions of Microsoft Graph on the static list, in place of the seeded ones.
    package var permissions: [String]?
    /// Whether an administrator has consented to the static list.
    package var isConsented: Bool?

    package init() {}
  }

  package var users: [String: UserPatch] = [:]
  package var applications: [String: ApplicationPatch] = [:]

  package init() {}

  package func apply(to seeds: inout SeededDirectory) {}
}
