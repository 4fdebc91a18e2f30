// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let identityMissing = #"""
    scenario: identity-missing
    summary: The machine has no managed identity. Every request for its tokens is refused, and the chain of credentials goes on.
    docs: |
      Nobody assigned an identity to the machine or service, or somebody took it away.
      A virtual machine answers 400 with "Identity not found", App Service 400,
      Service Fabric 404. To try again brings nothing: an administrator has to assign
      an identity. DefaultAzureCredential goes on to the next credential, so that an
      app may run as somebody else than was meant, or not at all.

    machine: { identities: [] }

    expect:
      - { endpoint: managedIdentity, event: token.refused }
      - { endpoint: managedIdentity, event: token.issued, never: true }

    """#
}
