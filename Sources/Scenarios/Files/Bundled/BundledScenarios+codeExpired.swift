// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let codeExpired = #"""
    scenario: code-expired
    summary: The first code is too old when the app redeems it. The token request fails with AADSTS70008.
    docs: |
      A code is good for ten minutes. An app that was suspended between its
      redirect and the token request, as happens on phones, comes too late:
      invalid_grant, AADSTS70008. Nothing is lost. The browser's session is there,
      so a second attempt shows no page.

    signIn: pages

    rules:
      # Nobody is named: the user and the app of that code are meant.
      - when: { event: code.issued, occurrence: 1 }
        then: { expire: codes }

    expect:
      - { event: token.refused, code: AADSTS70008, count: 1 }
      - { event: token.issued, grant: authorization_code }
      - { event: signIn, count: 1 }

    """#
}
