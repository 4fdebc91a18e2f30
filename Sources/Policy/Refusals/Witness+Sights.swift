extension Witness {
  /// Which record shows which claim: name, how it is known, date, file below `Tests/Records`. The tests write it from the records.
  static let claimLines = """
    acr observed 2022-06-20 tokens/users-own-api/claims-of-a-guest-s-v1-0-token-for
    acrs observed 2022-04-01 tokens/users-own-api/the-context-that-the-client-asked-for-stands-in
    aio observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    amr observed 2022-06-20 tokens/users-own-api/claims-of-a-guest-s-v1-0-token-for
    appid observed 2022-06-20 tokens/users-own-api/claims-of-a-guest-s-v1-0-token-for
    appidacr observed 2022-06-20 tokens/users-own-api/claims-of-a-guest-s-v1-0-token-for
    aud observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    azp observed 2023-11-13 tokens/users-own-api/claims-of-a-single-page-s-v2-0-token
    azpacr observed 2023-11-13 tokens/users-own-api/claims-of-a-single-page-s-v2-0-token
    cnf observed 2025-03-21 machines/bound/client-credentials-with-token-type-pop
    email observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    exp observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    family_name observed 2018-09 tokens/id-tokens/claims-of-a-guest-s-v1-0-id-token
    given_name observed 2018-09 tokens/id-tokens/claims-of-a-guest-s-v1-0-id-token
    groups observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    iat observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    idp observed 2022-06-20 tokens/users-own-api/claims-of-a-guest-s-v1-0-token-for
    ipaddr observed 2022-06-20 tokens/users-own-api/claims-of-a-guest-s-v1-0-token-for
    iss observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    name observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    nbf observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    nonce observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    oid observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    preferred_username observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    rh observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    roles observed 2022-06-20 tokens/users-own-api/claims-of-a-guest-s-v1-0-token-for
    scp observed 2023-11-13 tokens/users-own-api/claims-of-a-single-page-s-v2-0-token
    sid observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    sub observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    tid observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    unique_name observed 2022-06-20 tokens/users-own-api/claims-of-a-guest-s-v1-0-token-for
    uti observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    ver observed 2025-06-07 tokens/id-tokens/id-token-of-a-single-page-with-groups-aio
    xms_cc observed 2022-04-01 tokens/users-own-api/the-context-that-the-client-asked-for-stands-in
    xms_pl observed 2025-02-14 tokens/id-tokens/xms-pl-and-xms-tpl-at-the-end-of
    xms_tpl observed 2025-02-14 tokens/id-tokens/xms-pl-and-xms-tpl-at-the-end-of
    """

  /// The same of header fields.
  static let headerFieldLines = """
    Access-Control-Allow-Methods observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Access-Control-Allow-Origin observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Access-Control-Expose-Headers observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Cache-Control observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Content-Length observed 2024-11-18 machines/imds-token/imds-identity-not-found-terraform-s-azapi
    Content-Type observed 2024-11-18 machines/imds-token/imds-identity-not-found-terraform-s-azapi
    Expires observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Location observed 2025-04-08 graph/registration-2025/post-of-a-service-principal-every-member-in-its
    P3P observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Pragma observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Referrer-Policy observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Server observed 2024-11-18 machines/imds-token/imds-identity-not-found-terraform-s-azapi
    Strict-Transport-Security observed 2024-10-10 pages/headers/a-page-renews-its-token-cors-and-the-other
    WWW-Authenticate observed 2026-03-25 machines/key-vault/key-vault-no-token-challenge
    X-Content-Type-Options observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    X-XSS-Protection observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    x-ms-clitelem observed 2023-10-12 machines/telemetry/x-ms-clitelem-client-with-x-client-sku-2023
    x-ms-ests-server observed 2021-10-29 machines/cli-session/instance-discovery-of-the-global-cloud-fields
    x-ms-request-id observed 2021-10-29 machines/cli-session/instance-discovery-of-the-global-cloud-fields
    x-ms-srs observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    """

  /// The same of the codes of Graph's errors.
  static let graphErrorLines = """
    {code} observed 2025 graph/token-refusals/an-expired-token-the-newer-text
    """
}
