/// Requests that xmlsec1 1.2.37 has signed, and the key. What stands around the signature is text of a service provider.
enum XMLSignedSamples {
  static let key = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlfpS9Q8HFNrCu6vdadzE
    /Ag8GMj/NBhj7dCgOLCoXoika8R0BPMH1EXMCvVWBqBCK727hgqQkVgvJNEHlR5w
    C+PJXvYN3TgnnzaIMTt2nuKpv1V0iJCLAmuwWyQlThnVzHFRnSyE3th8JSGpr/Po
    Nfd7GCS6M6LaofmOPk6+08qxdyI8iF64QREcqoNlgjHIO3U8B32eCbyzC5XbkZko
    F+7ayAmgKSOagPP7NUoAc2KihTnVUb7wDYIT4gUGuql03XX+uQ99hDd4CJVV+NVx
    +P9hTxNbnxE5inJwj7TvfVHfx9E7fO4qmEwzbFwHpHAgOpjayIEOGCWSX8Fnrc5f
    RQIDAQAB
    -----END PUBLIC KEY-----
    """

  static let exclusive = """
    <?xml version="1.0"?>
    <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="urn:xs" \
    ID="_a1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z">
      <saml:Issuer>https://wiki.test/&#xE9;&amp;&lt;"</saml:Issuer><ds:Signature \
    xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod \
    Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod \
    Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#_a1"><ds:Transforms><ds:Transform \
    Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform \
    Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms><ds:DigestMethod \
    Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>nF2bRdejeCxVKBc6ayAowkh0QPZUUwobfm18MGoEli0=</ds:DigestValue>\
    </ds:Reference></ds:SignedInfo><ds:SignatureValue>EcM3/+syP4NLwBdFuOzbqOOVMBOFv445RApVzDh2X89uBg1KVbDU67PhcEshA4CO
    wUgAmUh+AGvlmjdR3ReZL5zo4w6inyvgbU41/S523Dyq+QaNFZM3TBrzX8xPrd6Z
    1aEsSeTIoyOJEGdAUmQvOv3yvikPns8J+gvuJUjvUZ0qvVK5RLq3INCU/ZlGvE4j
    o1DC3uDdIdQ9wu/CsNWoDyaTdixSNgGbhS0D3KTTzjw1nhJbFofgZdyPYnChjEwk
    k64Q1xwUiBWAXyetsE2DT/g3gQu3nHuQ6hrYa8eyEQnWYBqeldCdCt71FbbCZzGc
    sF8j1EzuFtH3NwyXIsUXmg==</ds:SignatureValue></ds:Signature>
      <samlp:NameIDPolicy AllowCreate="true" x="a&#10;b"/>
    </samlp:AuthnRequest>
    """

  static let unprefixed = """
    <?xml version="1.0"?>
    <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="urn:xs" \
    ID="_a1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z">
      <saml:Issuer>https://wiki.test/&#xE9;&amp;&lt;"</saml:Issuer><Signature \
    xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod \
    Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><SignatureMethod \
    Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><Reference URI="#_a1"><Transforms><Transform \
    Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><Transform \
    Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></Transforms><DigestMethod \
    Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>nF2bRdejeCxVKBc6ayAowkh0QPZUUwobfm18MGoEli0=</DigestValue></Reference>\
    </SignedInfo><SignatureValue>ErGzgKIhEAFdJHTR7alnNsb3IgIZwqgdYq2xZxTiAKb5x5XUijJ/WT5ADso7lQIa
    o2REHBTFZhTfaA5vFO/hmQskJdKRBO+PRCJB2sb279RxWMRZMO0lJDZeMso224pS
    PsnK1ZZwmXGlMXM+YO/CVcS5fkVLAr1OEwcU1MhHQ8IMSOljLhaGc7o5nHvqHs6s
    ME606owDOL7ZSRMDIdQI+PbV8vKaLAd5NTkuMQnm8vn2TMwEBLP+WNGNiBAhgo4v
    PEEw+FFsjXzMt04E7ZU6HaK8Fu/AKsgNP2eSGJWNC1A7XdTaCXtS59hTTSd7MeBB
    FDwYvaRcOhlFl/BfLCtpiw==</SignatureValue></Signature>
      <samlp:NameIDPolicy AllowCreate="true" x="a&#10;b"/>
    </samlp:AuthnRequest>
    """

  static let prefixList = """
    <?xml version="1.0"?>
    <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="urn:xs" \
    ID="_a1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z">
      <saml:Issuer>https://wiki.test/&#xE9;&amp;&lt;"</saml:Issuer><ds:Signature \
    xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod \
    Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod \
    Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#_a1"><ds:Transforms><ds:Transform \
    Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform \
    Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"><ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs \
    #default"/></ds:Transform></ds:Transforms><ds:DigestMethod \
    Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>ElQSbPNJQI0wkLVwkT6LH9FAge1h9PNlE8u7y4g8ErQ=</ds:DigestValue>\
    </ds:Reference></ds:SignedInfo><ds:SignatureValue>hfLNcs5ZmEWkPlcnDOtEeco5N9qObA2fImoW3C32AGPt88SMUBllxqvNChD9JEVz
    qDa80Z7vPOCPdwMXxEcZs3QXw6K60rVHwMdqO0VZhk4/k7WwqK5wIDAubLVkkY7U
    kbXb63/mYiSCynKwR2bGbSXAk7KWSnnAXtResSNGUs3M4A6LSibchW4aJ2AO71+z
    1HplpO4aqOxoX9LmFiqlbMKL/U4ehW4i8ewVvtddaJR/VFVCHGicZ3QlIR4b1Bgj
    OowzdEQ4SZEdiF1sh0pS1+gdbPwlYDJ678gQ9UCb1xUJdgeQAvt0Q3b8PJkeVFlt
    UpzfFL/12eEhYMQ70PR15A==</ds:SignatureValue></ds:Signature>
      <samlp:NameIDPolicy AllowCreate="true" x="a&#10;b"/>
    </samlp:AuthnRequest>
    """

  static let inclusive = """
    <?xml version="1.0"?>
    <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="urn:xs" \
    ID="_a1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z">
      <saml:Issuer>https://wiki.test/&#xE9;&amp;&lt;"</saml:Issuer><ds:Signature \
    xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod \
    Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/><ds:SignatureMethod \
    Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#_a1"><ds:Transforms><ds:Transform \
    Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform \
    Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/></ds:Transforms><ds:DigestMethod \
    Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>C2jStgvr214U1cmmtwi5g2YTTFaYYupxhc0sx56U7Ks=</ds:DigestValue>\
    </ds:Reference></ds:SignedInfo><ds:SignatureValue>IQ1oR2tKkARS6YHDpHVOXJJZiFasgzs2nGEo2ZKj2p+an3+bn1+HD9SMmLDzZxdF
    j8b04zlnGYeDKrUtwPiagX73F8pjUHiqtDrIpYtaUM315Yj/mc9nxVICDHx0DKY9
    LX0+mGmpYhbqPYiKDtAyTwABdv84eZpZwkowMOLWOJD4396GWFwQV4ITPzKYv2uY
    Pfb3mC9B4jCggKlR2fytMv7ODiawnf6ZDj22NDodQUg3cie2nvzaXw6Pzj1HVHmg
    6q63M+I6zrH36nsqMoJiK9Ge4cbiQiaHWYLsyqlLbbKq6ExLUcv/8pd3nSVSCrHy
    yjy/MVqGAOosmei94FGQBw==</ds:SignatureValue></ds:Signature>
      <samlp:NameIDPolicy AllowCreate="true" x="a&#10;b"/>
    </samlp:AuthnRequest>
    """

  static let sha1 = """
    <?xml version="1.0"?>
    <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="urn:xs" \
    ID="_a1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z">
      <saml:Issuer>https://wiki.test/&#xE9;&amp;&lt;"</saml:Issuer><ds:Signature \
    xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod \
    Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod \
    Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"/><ds:Reference URI="#_a1"><ds:Transforms><ds:Transform \
    Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform \
    Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms><ds:DigestMethod \
    Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/><ds:DigestValue>HMka+v82gSF/5xepfmVsGW0+vIs=</ds:DigestValue></ds:Reference>\
    </ds:SignedInfo><ds:SignatureValue>eTDt3F5tiFNPlnjp75LLcuX0z27Hk7OJxXweudFi+CG0AJNNS4sXFFpJaLxyySsb
    4iMIdQO4dbdM0cvzdU+1P6CSIwCDFoFd2fuiHzrrLM2fvuA2ODiSd+ykl/7A+DU9
    XpGAddy6n8ABmpR3+/oUFtBNtEX/U1SccMMu3panGt38/v7qqEWFwQd14YeI8VkG
    UAUBr+4/P5gxWHtPc8w65aSZ6VlegiX3YERY3QQkFVSmfSDT39dnG/4idWwM3vJg
    V0qjAwC3wE2c8IKDGPkZtNast3wVJHe0PjDKJD9yKYWgauWbS4SS3uQcFTjppv5L
    97ZBZ09o1ccKVEBHKiRRWQ==</ds:SignatureValue></ds:Signature>
      <samlp:NameIDPolicy AllowCreate="true" x="a&#10;b"/>
    </samlp:AuthnRequest>
    """
}
