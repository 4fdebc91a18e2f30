extension DevelopmentKeys {
  /// A key that no key document lists, neither of a seeded run nor of any other. It signs the tokens that a test orders
  /// with `unknownKey`: whoever tries all published keys finds none that fits.
  package static let unpublished = try? SigningKey(pem: unpublishedPEM)

  private static let unpublishedPEM = """
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDpIsVRfpQE7n9R
    Ms3HEYJw+UVyd5G4mR3kc287cKDh/QLoFV5xhuMFuBhnoyihz+mLLtodqo8cSIhk
    eRWplV8QYBLd8KhlIvx8hw7OvE3/J0qKbgiclPjJRw1ar1jh1tU8pmHqbUHZg2b/
    d8uGuItoxeY5aKNwIKTlTqBWmZUcq6Y0g5qpzVOVN0I4SZHzsiY3qDesaQMjFWFX
    s618acsTvuZ/RFhtBmgw32/u+wkLG13Jjli7+nBLnNcT4wQJ8/QsGKMWpuDWZY3n
    71LgxcioinK9q1UY64XyfmILc01V0XH9Rq7y7QbalP1KHZ2l5SG7BG7jhbMQ3Mst
    QZ0iMRA3AgMBAAECggEAJG+RPBfWxWCK2GNiwrprUwG6R1YFmb6ga9xYpYcINdmH
    k0MHtCF7KKEpe0UGLCfk3aJQZ3OJE0gIvP8pkgvsxA/n0vTyNIA/yqyG9Wt7myWG
    YlUpFmO38CkhHqup7f3X7LcqNWum73o4ZjPQRLlh3FmVjiJa7MLFUqszpuUw5z5l
    9pDTHjYl3nMqAWBw2VyTqyP1G+R739A9Ev4uVHvW4D2YaPLWGNXPzxI5YuJ/z0zZ
    gSXg2juUcqUylQfHLu30PeEK2t/1cARt1PB5+L7dUoDv4wOK75r/ZYYXC07gtvoe
    MYPg/U00gEViJqiNddqxTwGDs5U9P+59dj9ZdthdNQKBgQD/ePaAxxs6b32b5Vdi
    E9HkbTnXjtb8ov4jbjkhgufR19QKQ1pTd9DkNxQZ1KSLhU0MEjuJWIryr4CgLKj1
    WoLbeTqjmFCTuyGuL9N1xOJhwBMZoaZR8Pv82BUJQiksJmxlLuyxZi9FnKCwEO+o
    tBJ6pBBRep7M3NLeB/KHSadZewKBgQDpngBOTzAD9mxlCfcXuQzCBDn0/tNaT1mQ
    4s+6++pWzyg91YhxKiX9n72NovhIkMycrEENS6fPVY+xbhwfMEgqKT5hklY+T4sP
    b5Gf6xeABIpVbJBt9rY8q9nxUGiViQ1RMtM/iqlwkyYdzxNJDSmQnXzWvLIKk98z
    spRDXgwRdQKBgHzSiHaRUg9yLAhAvTpRfstCRvG4e/iCVvPOxiFGiafw8Ux2biq8
    LxdihfK9AAyfe+669dX8qh87evhH+eGvcKJ1kB4grLYRx7oI6iPvp8ClDXAHmHEO
    8sAuf9C/P8ivmWSy0bk3uT8k8So1jDN8kE7V3JdC91YXSvxrG6fYZ+kDAoGAN4Xt
    3K7FYqu2p2zu5Rx+A76tZ6UI5nXle6HsbSxiTa9+iPOvMfYqgVTt4DPTfqurdbEa
    5OYORCC5vhnFZUQ8Yoja4qW9CaIuEsUZf0CInUx29EaRLRFtzo2phsjtkly4ZYwG
    2RtDmhXfAUat9rbCIjTL7t16EzmB2u+efURk6eECgYEAobuSa6+bV99C4iW65qey
    lBm0tyLuAaQluNOb/T90pTX/gom7gdbwYWoW6mELSz8qeHK7Iu93/FAs5rtgTCw6
    6RSnSNaRbTyKPe0ogc7HnAKbd+qcJzAL424BTMfuDa7Pw8GL/iDrtR+k4rjqRxKh
    n9K0hd1BM+2wRV+gZ3mCIjk=
    -----END PRIVATE KEY-----
    -----BEGIN CERTIFICATE-----
    MIIDPTCCAiWgAwIBAgIUcnnpAhIdn5ULvhznnWy6YoM3xX0wDQYJKoZIhvcNAQEL
    BQAwLTErMCkGA1UEAwwiYWNjb3VudHMuYWNjZXNzY29udHJvbC53aW5kb3dzLm5l
    dDAgFw0yNjExMjMyMDM2NTRaGA8yMTI2MTAzMDIwMzY1NFowLTErMCkGA1UEAwwi
    YWNjb3VudHMuYWNjZXNzY29udHJvbC53aW5kb3dzLm5ldDCCASIwDQYJKoZIhvcN
    AQEBBQADggEPADCCAQoCggEBAOkixVF+lATuf1EyzccRgnD5RXJ3kbiZHeRzbztw
    oOH9AugVXnGG4wW4GGejKKHP6Ysu2h2qjxxIiGR5FamVXxBgEt3wqGUi/HyHDs68
    Tf8nSopuCJyU+MlHDVqvWOHW1TymYeptQdmDZv93y4a4i2jF5jloo3AgpOVOoFaZ
    lRyrpjSDmqnNU5U3QjhJkfOyJjeoN6xpAyMVYVezrXxpyxO+5n9EWG0GaDDfb+77
    CQsbXcmOWLv6cEuc1xPjBAnz9CwYoxam4NZljefvUuDFyKiKcr2rVRjrhfJ+Ygtz
    TVXRcf1GrvLtBtqU/UodnaXlIbsEbuOFsxDcyy1BnSIxEDcCAwEAAaNTMFEwHQYD
    VR0OBBYEFJsmEA9QYlHvxCWsf8qm49vr2uM4MB8GA1UdIwQYMBaAFJsmEA9QYlHv
    xCWsf8qm49vr2uM4MA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEB
    AL4u0d37u6YLcs7CuREHXgjk/0rqAs7tLy+hMqg+ii9djHBPbfgSuTlWgJyJIhB5
    crxO2cuKVmFHaZ//ImzCM9hLWgtx2meHcoMNWE79yd370BhzMIfoRnXNlEIz3fRk
    VbYtbRpk4lb37kgSNSYQ2NlW7zNypb/mgxRs4tEEsEAV/Nr6NhL+xA2+RvPSSYku
    BrxaOb6Iu5YSEev2Zgz4aAphBIdxlzXNx/JOxxS73y9gu9qtRrF6O7nfEoqYZCOB
    IlRrjFqDo4bx8421KkXVjq9P5d9HXqkBPNoyJutDtiYG4lRK49+iWuT0NX1h0kXS
    FQ+5Pi0WyexgHgHpRis1DCQ=
    -----END CERTIFICATE-----

    """
}
