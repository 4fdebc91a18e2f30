extension Snippet {
  static let spring = Snippet(name: "spring", summary: "Spring Boot, application.yaml") { facts in
    """
    # Start with JAVA_TOOL_OPTIONS="-Djavax.net.ssl.trustStore=\(facts.trustStore) -Djavax.net.ssl.trustStorePassword=changeit"
    # Spring has to listen at the registered redirect URI, else it redirects for ever:
    #   http.oauth2Login(login -> login.redirectionEndpoint(at -> at.baseUri("/auth/callback")))
    spring:
      security:
        oauth2:
          client:
            registration:
              entra:
                client-id: \(facts.web.clientID)
                client-secret: \(facts.web.secretText)
                authorization-grant-type: authorization_code
                redirect-uri: "{baseUrl}/auth/callback"
                scope: [openid, profile, offline_access, User.Read]
            provider:
              entra:
                issuer-uri: \(facts.authority)/v2.0
                # UserInfo has no preferred_username.
                user-name-attribute: sub
          resourceserver:
            jwt:
              issuer-uri: \(facts.authority)/v2.0
              audiences: [\(facts.api.clientID)]

    """
  }
}
