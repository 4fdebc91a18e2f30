/// A certificate of an administrator's own with its key, as a client uploads it. It is made for this and protects nothing.
enum UploadedCertificate {
  static let password = "61891f4ee44d"
  static let thumbprint = "F67204A6A4614D127A9BFCF2A9D51B239464DDF3"
  /// The key and the certificate, as a PKCS #12 file in Base64.
  static let key = [
    "MIIJ3wIBAzCCCZUGCSqGSIb3DQEHAaCCCYYEggmCMIIJfjCCA/IGCSqGSIb3DQEHBqCCA+MwggPfAgEAMIID2AYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSI",
    "b3DQEFDDAcBAjyNS/ft9MXyAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEOPF2G9st4g4/cFN1ZEsoHKAggNw5QY2MS5B69Lct5GSQ1vA0sLnkoN9RFb9nRh+",
    "NzdV3l+TXJCoIEa+PilvMRJPGluPcJokTQzXnTk8Rw9ZS5HaHjtPyYayNZnr6mW8GgZC33B5ELfwKWZI2Bl4+WxQuvqUbCC/EZCnNE4wbfcUsr0jVbXVeLBne/8lpCh/oy",
    "DVckXPxbdqKv57hbNZ6d6Lu0ILGI/FKbFz4Du6fCDQx7FdO6yNS53bfs/7+9szwnPXQnghPIpp37HsJWp+2Ak3YW8d2sC2fbVzAFJSSq1iR1P79e/o4h8TfWqKILJM13Fn",
    "DdKsl9fIgiEb0MNxH0yHQOx1mNZrJOUKRWmpFRoLY/l0jmYqkdESiPSxlJR9p5KkGQAuP2h/gnXVkE3gUDg8p5KrEuY5B3d0Sfq/zEi/pm/xwEB+Q1T3hjP4v+jslezhyA",
    "7ciaXEd9oXqVm6WNCfsBkiYkjE4DGnQHMQg2RM3eH61GE9/Z4HsSdneDcDvYsFnwY0Ehrist1/i/HcUXMW79izgwL+xYHrBdQvAiBSerTY9P06WPoWMR+LphZwFAVFu8Jy",
    "lInMj7JguNnKRo4YaJ+0Iw/fl6nzeCosjMZ6wnnusHK7uQZ93R9HrZ/0naA2XIzvVL0hf0zr8w5nt6VaqZiFLFxkBMAe0N9GR7qd0UvUyfi3Ojtk3kf1BeoocQIlP3OxJT",
    "Ly3QrPd7hMXs6VcyuHPsFUWDWff1KadEXqxsLVMBRjrEg2M3O3tiza2O8LjLyrc14fPsLPnOm9G7UtH1Cb0DJ1aLb+YB/lGn7U6/UL4xECvBDueO5u75Kj8hFOeNx0oL9Z",
    "1BATj6cDZks1AEAoqGCRo7Abk2vkqIdzj0b3ajp4MDG713qYnMZB9T5VX7NtbOnOxFsc1UJfqOSsQwF12m1rPRjlg8TWEAKCTDqSoElxLVwK2rNgvP/nldhI+ChfQlZAJX",
    "po7Zcto7jSn9nvUcSA3Brd/JAI1mIny4j1wmXgHHj+rqpk5ZVqZko1+HCP9stcXgEpzJ5yRTW/jNZI4VDakaTApA/IMJ2JkdFvqU5HqDbnDLB7Ha9+TsZ8XhiQoycbvjPj",
    "IKYHS8nI6aIgitp7ODO0wRKXb5PpV2vUuSh2lrrAYdH8Uf7yTVIdDrOxdCfzdXJo7g0RTFnNyy9a5YdWJwdGqerB3XJFBwPpxDCCBYQGCSqGSIb3DQEHAaCCBXUEggVxMI",
    "IFbTCCBWkGCyqGSIb3DQEMCgECoIIFMTCCBS0wVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECEE33MpqNpDUAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQB",
    "KgQQbZcx3oOJCkAW0Qc4JLoujASCBNAUP7iADUJVOeFQx/DtY97Sc2/o1eM2qluz9/B84hgQ9WvraN+asEPBDybbxRsLbe+KIu8zqcRSJ/YKN5v6o5GELM7UR1/z2niCFU",
    "+ssbwUf2bE5SYvbV9Vvjkhgyc4ryM3RaCBicqR8ADq78D17YQVxzro3kjVmMBFTA1FofUZ29EOTLmvtPxtr61Wb+vH/KaXHHgRvBPjFc6Wui7xRMICIJ5lWxyPec1kd1y/",
    "08Mul3R2zwGuuj6Z7QB0nBF18I42bFX3Q9BEaAwa29YeBwwdZcysACYYypZWHLJsLuSsXTYbSdqhsL40NPzmOyshmiikwynDrK64NAGmLcVLeA2CgJizshowtGH299wAZW",
    "rzCZOGGXg3Pf7pQ3IzQIrTyrQ5EUcMcw/VqugwcrLHB5jaaZdKf+Q9gbaxvAZ0e90AeGocUwREywPt1NlfpB0Lz9665UNdx4SY9LN7t+q/dvlVeHZUeDNfUqwxFPW3Xc2m",
    "4RdORKJ7Wf7LIjqyttW0EtsEF5f+VhtRmtDKE3jS2ncLrY+Vy/tsqXsWPI9WImiNlkJ1qSORw1Tl929UHqdhV0UgmMkuEwIQjMONOk0TfW6TgWoyLcL7dngyscC97BfV7A",
    "IxZMZdra93epXn9ycWDYKxx41OvaU9gagJmgCaEUzBxf0pJYqt6ADOFocGFx8EjPTZ+ea4NjzhQp24fSL3yU3z6k1hXMpCdkLv/dtMXX2iU9X2EsGoTqD65hJG/qN1LRFh",
    "RoDwJ2HQEfb4sHk4kHrFy6i9JBnuECMF0ijYiSS9/woQsJRnMPzzOpH7csetquZCHSgYnOFqrRTLcfUrYIWLYiP1fx26hStU/CnDhKB/6Lly347B+9iJrz2SS152oKrpIM",
    "bf0w8hZlykJh1eaqGQWdo+JbakeJ9cqZtzyfHrIsQloyCCJQjmAb0oYP26g3owJ//7IyUDE3JErI+NrEOcwzBiWsEUVInh5S9LQoDqM8xg8wtbnPl2lAbWLV1Oce3EhpIe",
    "jDABvRtryy2Q1wP3kKhpOTrmObpNwW6cwSg41MjhBvAoeywUjx8zc9fAEy7d5Vs+JswnrwSeNOfnTYq+V/T6BB0b/jfWz8xfBH2LwzMyZKprwFSSy9q0bLwyG9nKlF8Gob",
    "pnwrPyymhg2f5J7nRtmtjnctyg6mGEo9ey3z/zdmBoIE3bmAen+F7slJculv8bFPbCNPuxM93fWBBDqLkB2G3gP1/Nn/jg/ToQlc1OLeQzzPrf8Too7xomtfjK/CY3ni8L",
    "6LRYif7e5ldLf5dabLy1DeMXhwWDPgF9RpMWgxOVa8tk/ftSdm4d9fREBnBvprXYm40A7N3P5LHG2kZpAEH0rQ9yr0Q7TYXOYJEoF3qROhT5rzw7xGbThkbAkeSbRQS7Bw",
    "14Pcls0KRwoinZb1m3+cF4P/AHSuZPB5MMkCxNd99NZmTPAPgQ/6Sdmzqc/GiFBOG6GvNJfKljFKAWqWl7FFL7PdWLDrAQD6F9jgnLNeBHtviWbRIpdypcleSj0ICCtCYJ",
    "j5rAtsAT9tpPXXTZyGLz0lb11gA5kV+DhUDLybbT9e+yuzgULwa0j8wkivMrkF27TKpSLDpuhp4yhyJG166IRaVluHegrMCI28Zc9zw+l6AuCvYdijElMCMGCSqGSIb3DQ",
    "EJFTEWBBT2cgSmpGFNEnqb/PKp1RsjlGTd8zBBMDEwDQYJYIZIAWUDBAIBBQAEIK7kvCSYCYlfAuAPud44a0wEn9HV+cDM9foOZKBCzmzQBAgMiWpMMf7hLQICCAA=",
  ].joined()
  /// The certificate as DER in Base64.
  static let certificate = [
    "MIIDCTCCAfGgAwIBAgIUdFzPKQpco9MXdAAnUz7PIXATCFcwDQYJKoZIhvcNAQELBQAwFDESMBAGA1UEAwwJd2lraS50ZXN0MB4XDTI2MTEyOTEwNTMyMVoXDTQ2MTEyND",
    "EwNTMyMVowFDESMBAGA1UEAwwJd2lraS50ZXN0MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAurtCS4lju4ZRm9EbjMohd1idaxqM9M/s2LsaMGZaUmWmfl6+",
    "90Ldw/kNppI2yIf93tKyaFDJhJbz/b0jS3N4pzTEO0QJQXUeOvyvjkQA3/dn/MX1RI1W6LpOFxXKOMgYPPmtIXxQ7GjnBtBmPwZSbvwRNxe/lq2dRSauvdR/Id6N3eMc5p",
    "ZRHupp6M9hsPaUTgrcFVaTHYf8y8l89pdKrscVpl27aOU2bYzj2lR6zebsKc/BNyBY2z7NTr45tTsS0dgNqOknHVJd1MV3NbeeGQjCIMNLdgIN2Ln+hdLFhQkaRF0GrSUT",
    "uGKdd58fMZMPv27m92GKbdsuL5d7Tkt9BQIDAQABo1MwUTAdBgNVHQ4EFgQU4vRAvfWVvXNRxyF8zFYtvPGT92wwHwYDVR0jBBgwFoAU4vRAvfWVvXNRxyF8zFYtvPGT92",
    "wwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAdyzvJypTZbFs0sNnnW24He3vHTTrtKF77E+v0ROmdlMkEW+HBojBiyZKReXdrp37rF/RufX0K0JRhokN",
    "xKPke1s6Tc3Dm46axK0QV0dy18wI+562hS3TiNqiqugpHJF/64F3w694+Bioe4EGuhIv/WvHGGT/39NqWlzpeT1JbB408EIKRihYBtvivgCG2Pi8blPDSkRuNqZreZf+zr",
    "D9OCFnqcrwZHIVwL/wbacfOvXYYSmCdz4qVrrnGs7GFV0LOgARsPedZ3VTskYlydiWgB8Rv1dcvQZ/S5gEoYk+OsktyY19cEnDzNPPCOa4HF+34oQ5xIukNtnQiyPfbVsC",
    "VA==",
  ].joined()

  /// The members of a PATCH that uploads it. `password` in the place of the right one.
  static func body(password: String = password, certificate: String = certificate) -> String {
    let common =
      #""customKeyIdentifier":"aWQ=","startDateTime":"2026-01-01T00:00:00Z","endDateTime":"2027-01-01T00:00:00Z""#
    return """
      {"passwordCredentials":[{\(common),"keyId":"4c266507-3e74-4b91-aeba-18a25b450f6e","secretText":"\(password)"}],
      "keyCredentials":[
        {\(common),"type":"X509CertAndPassword","usage":"Sign","key":"\(key)","keyId":"4c266507-3e74-4b91-aeba-18a25b450f6e","displayName":"CN=wiki.test"},
        {\(common),"type":"AsymmetricX509Cert","usage":"Verify","key":"\(certificate)","keyId":"e35a7d11-fef0-49ad-9f3e-aacbe0a42c42","displayName":"CN=wiki.test"}]}
      """
  }
}
