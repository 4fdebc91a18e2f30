// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let nativeResetPassword = #"""
    scenario: native-reset-password
    summary: A customer forgets the password, and the app sets a new one without a browser. The service takes a while.
    docs: |
      The calls under resetpassword prove the address by a code, take the new
      password, and let the app ask until it is set: the first answer of
      poll_completion is in_progress. A weak password is invalid_grant with a
      suberror such as password_too_short (AADSTS399246).

    extends: external-sign-up-sign-in

    externalId: { pollsInProgress: 1 }

    expect:
      - { event: native.refused, endpoint: resetPasswordSubmit, code: AADSTS399246 }
      - { endpoint: resetPasswordPoll, count: 2.. }
      - { event: token.issued, grant: continuation_token }

    """#
}
