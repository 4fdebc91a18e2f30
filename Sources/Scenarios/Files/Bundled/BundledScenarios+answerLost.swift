// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let answerLost = #"""
    scenario: answer-lost
    summary: The first code is redeemed, and the answer never arrives. Sending the same code again fails with AADSTS54005.
    docs: |
      The service has done its work, the connection breaks before the client learns
      of it. The code is used up, so a second attempt with it is refused with
      invalid_grant and AADSTS54005. The way out is a new authorize request, which
      shows no page: the browser's session is there.

    signIn: pages

    rules:
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: resetConnection

    expect:
      - { event: token.issued, grant: authorization_code, count: 2 }
      - { event: signIn, count: 1 }

    """#
}
