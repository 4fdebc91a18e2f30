/// The certificate of the seeded app `daemon`, and its private key. Both are public on purpose, so that every test
/// can sign as the app; they open nothing outside of this server.
package enum DaemonCertificate {
  /// PEM. Self-signed, RSA 2048, valid from 2020 until 2070.
  package static let certificatePEM = """
    -----BEGIN CERTIFICATE-----
    MIIDBzCCAe+gAwIBAgIQTQwdkNrjAABAAIAAAAAA/zANBgkqhkiG9w0BAQsFADAl
    MSMwIQYDVQQDDBptb2NraWRwIGRldmVsb3BtZW50IGRhZW1vbjAgFw0yMDAxMDEw
    MDAwMDBaGA8yMDcwMDEwMTAwMDAwMFowJTEjMCEGA1UEAwwabW9ja2lkcCBkZXZl
    bG9wbWVudCBkYWVtb24wggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQC3
    oFDKuv9L6I4x2lg/gL6hYTYSv4yai92SQIlBfpYshfwh1WCGwUYsJholRqecjZyK
    OcK4KLE5aK/OJFgzYU+UCbNN36fUnxYb+jA0fDZg3nixHfPJdjgVmHiskBtq0RmG
    4E16kIGYJBFbvs5vHtN4DErfwVRIa5eBRG13n7xKDDObNYSY8elL0P1hPbm/9ssc
    9OCJA07IODbmRCiIZhFB1piDJt1ka/mCCnnNpUQIDxPp6HNZgvmqr5MaYuzJqzJW
    zNw2YlMXtbLSf/tfcLj8b/yDzXzyjUYyKZXMB/H1hVKQMP+g3zzZUQI7wcpePyRy
    jtxzVUbN2wuGGRXmUE5tAgMBAAGjMTAvMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4E
    FgQUFKh7LDBACWgucBmBhtDGGohGEyEwDQYJKoZIhvcNAQELBQADggEBACspRDpq
    u+NhL34k4mEHGgI0lJE2OQ5t2CFpT7htjPp9z5jbPDk06sk77xR17rwrQGXZ8waI
    nNfmgMIZiRbis5znnsHjl+Q8LtGAJA1PN1vimXb4DowOPJhgXDZD/9u1mndx95t+
    brnS9I+ci+cKwd9vJk/pPHcIUvKiIKQ6fybV31dU97F5ZGSCNOVExKIHm32ihET4
    +4nyiJOxC9uYmjKwQrdZvzDAQSHaPOE3Q3HEA7k6vbSbfCt88E+fojgNhNh3aqR3
    WIJcdvSPPCUx29QsvOEzFvdHUJcDHRwLUZwtgUCVsPDeVZ/izZ4nGyvGZOcR/9My
    FcoHn/ncl4jmBws=
    -----END CERTIFICATE-----
    """

  /// PEM of the key in PKCS #8, without a passphrase.
  package static let privateKeyPEM = """
    -----BEGIN PRIVATE KEY-----
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC3oFDKuv9L6I4x
    2lg/gL6hYTYSv4yai92SQIlBfpYshfwh1WCGwUYsJholRqecjZyKOcK4KLE5aK/O
    JFgzYU+UCbNN36fUnxYb+jA0fDZg3nixHfPJdjgVmHiskBtq0RmG4E16kIGYJBFb
    vs5vHtN4DErfwVRIa5eBRG13n7xKDDObNYSY8elL0P1hPbm/9ssc9OCJA07IODbm
    RCiIZhFB1piDJt1ka/mCCnnNpUQIDxPp6HNZgvmqr5MaYuzJqzJWzNw2YlMXtbLS
    f/tfcLj8b/yDzXzyjUYyKZXMB/H1hVKQMP+g3zzZUQI7wcpePyRyjtxzVUbN2wuG
    GRXmUE5tAgMBAAECggEAAcUa69rukztvUQqzCnWoU/AW1qQGONOIgLYV783GqJcB
    oNl1YAcksOmmTqqslFIHHfJdlQULZEUrWj5rPTklMuuYncA+PJeF91VFIEeV0v9o
    XjV7ZpTSbvh0kIRyrZszXRbA/tS98wrFKHaH3dyIGq85P4iva8oU5t5gFPGZhB5i
    zvbTNWnOFkOoQrwmd/99Pw+V2GAUo78xZk95qncDw5JxiJMBjEkT5yeBrg2wA5tr
    wMHrm+xRsILviM/ZpHGG9+1oe7sxRJvupwglKbX1ajlObYT1USOQa20ndCJfaouA
    LS9eA4dmstWCcHsx0FZb0j6Gvaaiz/tFYcSxn18UbwKBgQDerj4Jw8RCbpedKEX6
    JCAPB46UUfMmckQKe/oTgggPRdCeJehjLKdl31NRr8RB2c+PhnZMLVTqrFsuJCfa
    4LjmtoDvivZk2xWFp3B4S9SeMklp5O681YgyN7d/dR2ldZc3aackXBoyFuvNp8xV
    OoEkUz7bkyA0UDMTikgbeTF7ywKBgQDTGhk/pl2iTBWKiMx3NeS9E5AofMwRjJwN
    VKitqxyMGdje69ZmFIANe6Ub5OnGcrjd6w4mQ24f1vgZXMREfQoJ3x7lcKtaet9z
    0Z8jAiJvvQMCyPD45AxuEgrLsjVpq8WcwdCS+PsXjRnWrxjhAXf9NArVE68mbB2B
    9Q7yDTIHpwKBgAoyXmLiFQWZvNWUd4fZyaIGjY/bJNA44Ua9oJjuFmJkpwXm5HpO
    HCg9Drqp2snNKIUA+j/Iv5+zXsWBIFYUfkMKTmMpsNizc4vYO/02M7k+wj/YHNqG
    yKLMDFoIyd++v7ro2p9+nDB4/jk/msq4UBuSuEkjtpDOr1gQt/aSGSL7AoGBAIbt
    B3ZHP1Gcj6gcB5OqPqka9+jo2wXceWGL2sQluflSC+tvkXltYOs9PCq4BTNx3/b3
    ZfPO5XQ0Uh7jzA56XRAyK+06Nkt+fZPpR214z8nbZTFCfcKW/9rabUwEe18vCv9G
    YamOue4zoXA2OhCWf7q2qLXH/wrvz2xg1UygYnnBAoGBAMK8UoH2Z08cruWG/91K
    8JQKbBrvNFrFlK9uUktFBeUB7Mj/rPeDPVZdkgmeCb183H8VfeHDyUbdhWq2b1g/
    5S/1v/TMQPLSOqVGltudFToeEK3nJ9BxZmVkNs4N5k/KVph9kMfdti/P3dfXmNEE
    avg960eMmdLX9ZPr+QBNKj5i
    -----END PRIVATE KEY-----
    """
}
