import Crypto

/// Keys that the documents of one cloud list of the cloud beside it, as the service's do (observed in 2025 and 2026). They are the same in
/// every run. Nobody has their private halves: they never sign, and no key is made for them.
package enum PartnerKeys {
  /// Of US Government, for the documents of the global cloud.
  package static let usGovernment = entry(usGovernmentPEM)
  /// Of the global cloud, for the documents of US Government.
  package static let global = entry(globalPEM)

  private static func entry(_ pem: String) -> KeyEntry? { try? KeyEntry(.pem(pem)) }

  private static let usGovernmentPEM = """
    -----BEGIN CERTIFICATE-----
    MIIDATCCAemgAwIBAgIQAOSnlXCCLlrXJWIkpDYgRjANBgkqhkiG9w0BAQsFADAj
    MSEwHwYDVQQDDBhsb2dpbi5taWNyb3NvZnRvbmxpbmUudXMwHhcNMjYwMTAxMDAw
    MDAwWhcNMzEwMTAxMDAwMDAwWjAjMSEwHwYDVQQDDBhsb2dpbi5taWNyb3NvZnRv
    bmxpbmUudXMwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDtVTcIWjtn
    u8O4/yd1PSJzqLcYzyb7gbxlqXPZIxqQxT6GsbbkQMW8x3w9j2uWJ/1ddvhYyEkc
    Ki6jnb8IGbk/M7/UgHM4rawfeZ/Pniy7m3HzpwWS0u5WfPH3wdHW9RtCYzLr/m8l
    IzQPsZ6zjG2QwCgSgeaKssXuiGEgbFuVK7TbXY/aqTOf9Y52750/l0fGt+bquiSy
    hlfalCWDThDXoHjGamzzVfZcXSd6+wcK1zIH1k6RLwgY3RLDQ8okRazWzi24saFg
    AeK88KvnEBGgM4zr0Jwm6UTPkMVOhTdpmywQNry5vQfkjvF1ppyE8Gq5DhNeF1ba
    54k+RTcj7RLZAgMBAAGjMTAvMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4EFgQUZCGt
    FYybILWPPjZu0LOz1nAcxMUwDQYJKoZIhvcNAQELBQADggEBAMmExw6EDVVFIQGU
    GYBZmKT25N3wLPx89i1ZlEa16pluQtXOTRvwJdqhiGOoPGo2cFVlP9PaYbq+BQVw
    dt9glf4hQbeJsMbEzDC4I9CZSFZhOZUQOcPEZSmCTgip2hOJiRj4ssBzYPU1yjby
    vRlDzRhQz7T4ijWm6b1IpeCEhugTBq1e17j+smXw1myUskn9rOQ1QxFMnPUWadHg
    p7FcVVdOeS/3AQNiLXzk7PU7VZywd/zD/2EdFYKB8UXR7OF3odgNZ4Dwynt8+63t
    ol++RbkONdDbQrejPnqkzNUCKIMsFGOeAIWAXzKnpuSth7KiP4tdrdUVKOvNCn9I
    4TfNgrk=
    -----END CERTIFICATE-----
    """

  private static let globalPEM = """
    -----BEGIN CERTIFICATE-----
    MIIDFTCCAf2gAwIBAgIQAJsBCv8l0uFR05ACdji7wzANBgkqhkiG9w0BAQsFADAt
    MSswKQYDVQQDDCJhY2NvdW50cy5hY2Nlc3Njb250cm9sLndpbmRvd3MubmV0MB4X
    DTI2MDEwMTAwMDAwMFoXDTMxMDEwMTAwMDAwMFowLTErMCkGA1UEAwwiYWNjb3Vu
    dHMuYWNjZXNzY29udHJvbC53aW5kb3dzLm5ldDCCASIwDQYJKoZIhvcNAQEBBQAD
    ggEPADCCAQoCggEBALlHgSH28iMdMNZcaIF34BLP1xQypqVk8TcoyAKWvYFpP2Ur
    q1RCpV3nglNBoZFxCIB7B1oLAEuOSxPiSNsIaAMkuBib3Tq87WxjThPZt8ktCKIc
    lMi4l+2CGGOA5fyhw9NOlkUkADGxF1gahNL3RYIwlGS+3U69VbEEqnZa1F5Spf5f
    6Vo1tMLIZnVD/CpJ2Y9+WnT8ounkKBfYueeNThtF/AUJ0VJJ5R9tW7bkbe718Lb0
    9TUJE9xUktkyEiQiCYtxDtV4rCkqlolpXUn3WDdpQ5XyPUwGxpdVt95WwkymExZg
    vmolfsQSrviuIGldnlQHQ6X6ii8DFqnZNDw2yosCAwEAAaMxMC8wDgYDVR0PAQH/
    BAQDAgeAMB0GA1UdDgQWBBTu1z50uuuVJjyKmyxnK5XOpQSrZzANBgkqhkiG9w0B
    AQsFAAOCAQEABNUuEcr34C7DuLnniZ0LEfTncf1IyHu1SpFHO/6qYYd8KdS8Xslx
    PXsuWSBQreS8YHtDgxuByZV+BUV8yv6Gk1iOLixThmcfgHge3K3ufd/qSUVHE8wp
    2eOjPi+wGDEarz6+cicQmUIp1Vea4zZBqFpNTb3eJnw0zkQlt8W2n8rQ1qgEGCAp
    dnGLZdUCydEbGDqqWEFcb5dr8T0lcgSK5edFJB4cRKLqEYjbXCOM6l+2LHdCkoxR
    QRnsZQQ7dCMicm8ba3NuwFpHVNWpIeOYRK7ftQ0L6XdBbMAz+GdqJU/X2zCsMYyE
    NCd4n+BGoD2lyqAek9hJdfXkECClYHJnrQ==
    -----END CERTIFICATE-----
    """
}
