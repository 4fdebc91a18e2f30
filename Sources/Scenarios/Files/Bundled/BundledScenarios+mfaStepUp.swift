// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let mfaStepUp = #"""
    scenario: mfa-step-up
    summary: One API wants multi-factor authentication. Graph answers, and tokens for the API fail with AADSTS50076 and a claims challenge.
    docs: |
      A Conditional Access policy demands a second factor for the API of Contoso
      and for nothing else. After a sign-in with a password, tokens for Microsoft
      Graph are issued. Renewal for api://contoso is refused with invalid_grant,
      AADSTS50076, the suberror basic_action and claims. An app has to pass those
      claims on to an interactive request, where the user enters a one-time code,
      which is always 123456.

    world:
      policies:
        - { name: second factor for the API, resources: [api], require: mfa }

    signIn: pages

    expect:
      - { event: token.refused, code: AADSTS50076, resource: api }
      - { event: token.issued, resource: api }

    """#
}
