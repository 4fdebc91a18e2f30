// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let htmlError = #"""
    scenario: html-error
    summary: Something on the way answers renewals in place of the service, with HTML and status 200.
    docs: |
      A network that wants its own sign-in first, or a proxy with news, answers
      every renewal with a page of HTML and status 200. A client that reads it as
      JSON fails in its parser. An app must treat that like no network at all: keep
      the account, and try later.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews. The
      # second one is for apps with the capability cp1, whose tokens live a day.
      lifetimes: { accessToken: 1m, continuousAccessToken: 1m }

    signIn: pages

    rules:
      # Codes are redeemed, so that there is a signed-in app to meet it.
      - when:
          endpoint: token
          not: [{ grant: authorization_code }, { grant: device_code }]
        then:
          respond: { status: 200, html: "<html><body><h1>Welcome to the guest network</h1></body></html>" }

    expect:
      - { endpoint: token, not: [{ grant: authorization_code }, { grant: device_code }] }
      - event: token.issued
        not: [{ grant: authorization_code }, { grant: device_code }]
        count: 0

    """#
}
