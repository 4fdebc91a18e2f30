// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let signInCancelled = #"""
    scenario: sign-in-cancelled
    summary: The user leaves the sign-in page. The app is sent access_denied with the subcode cancel, and no description.
    docs: |
      Whoever leaves the sign-in page by its Cancel button sends the app
      access_denied and error_subcode=cancel. There is no AADSTS number and no
      text. An app stays as it was, and shows nothing that looks like a fault.

      The page is left by the server, so no test has to press Cancel. signIn: pages
      shows it instead.

    signIn: { cancel: true }

    expect:
      - { event: signIn.cancelled }
      - { event: token.issued, count: 0 }

    """#
}
