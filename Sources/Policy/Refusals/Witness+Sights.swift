extension Witness {
  /// Which record shows which claim: name, how it is known, date, file below `Tests/Records`. The tests write it from the records.
  static let claimLines = """
    NAVident observed 2026-03-04 tokens/users-own-api/groups-and-mapped-claims-in-a-user-s-v2
    _claim_names observed 2026-03-02 tokens/unseen-2026-11/powershell-storage-overage
    _claim_sources observed 2026-03-02 tokens/unseen-2026-11/powershell-storage-overage
    acct observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    acr observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    acrs observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    aio observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    altsecid observed 2025-26 tokens/personal-accounts-and-guests/claims-of-such-a-guest-in-a-token-for
    amr observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    app_displayname observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    appid observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    appidacr observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    aud observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    auth_time observed 2022-12-02 tokens/b2c-tokens/claims-of-an-id-token-with-an-extension-attribute
    azp observed 2026-06-24 tokens/users-own-api/claims-of-a-guest-s-v2-0-token-guest
    azp_name observed 2026-03-04 tokens/apps-own-api/idtyp-as-an-optional-claim-a-mapped-claim-stands
    azpacr observed 2026-06-24 tokens/users-own-api/claims-of-a-guest-s-v2-0-token-guest
    c_hash observed 2022-12-02 tokens/b2c-tokens/claims-of-an-id-token-with-an-extension-attribute
    cc observed 2025-08-25 tokens/id-tokens/id-token-of-a-web-app-with-groups-no
    cnf observed 2026-09-03 tokens/token-responses/token-type-pop-and-no-refresh-token-when-only
    deviceid observed 2026-07-17 tokens/unseen-2026-11/graph-page-known-device
    email observed 2026-09-01 tokens/id-tokens/id-token-of-a-web-app-by-the-code
    emails observed 2022-12-02 tokens/b2c-tokens/claims-of-an-id-token-with-an-extension-attribute
    enfpolids observed 2025-03-26 tokens/unseen-2026-11/exchange-user
    exp observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    extension_SubscriberId observed 2022-12-02 tokens/b2c-tokens/claims-of-an-id-token-with-an-extension-attribute
    family_name observed 2026-07-03 tokens/users-own-api/claims-of-a-user-s-v1-0-token-the
    given_name observed 2026-07-03 tokens/users-own-api/claims-of-a-user-s-v1-0-token-the
    groups observed 2026-03-04 tokens/users-own-api/groups-and-mapped-claims-in-a-user-s-v2
    iat observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    idp observed 2026-09-24 tokens/managed-identity-tokens/claims-of-a-pod-s-user-assigned-identity-for
    idtyp observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    ipaddr observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    iss observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    jti observed 2025-04-28 tokens/agents-and-pipelines/token-of-a-generic-service-connection-vstoken
    login_hint observed 2025-12-11 tokens/users-own-api/claims-family-name-given-name-groups-login-hint-in
    name observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    nbf observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    nonce observed 2026-09-01 tokens/id-tokens/id-token-of-a-web-app-by-the-code
    oid observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    onprem_sid observed 2026-03-02 tokens/unseen-2026-11/powershell-storage-overage
    platf observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    postalCode observed 2018-10 tokens/b2c-tokens/claims-and-their-order-in-an-access-token
    preferred_username observed 2026-09-01 tokens/id-tokens/id-token-of-a-web-app-by-the-code
    puid observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    pwd_exp observed 2024-12-08 tokens/users-own-api/pwd-exp-and-pwd-url-in-a-v1-0
    pwd_url observed 2026-03-02 tokens/unseen-2026-11/powershell-storage-overage
    rh observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    roles observed 2026-06-24 tokens/users-own-api/claims-of-a-guest-s-v2-0-token-guest
    scp observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    sid observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    signin_state observed 2026-07-17 tokens/unseen-2026-11/graph-page-known-device
    sub observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    tenant_ctry observed 2020-12-06 tokens/id-tokens/names-order-and-form-of-optional-claims-in-a
    tenant_region_scope observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    tfp observed 2022-12-02 tokens/b2c-tokens/claims-of-an-id-token-with-an-extension-attribute
    tid observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    unique_name observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    upn observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    uti observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    ver observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    verified_secondary_email observed 2020-12-06 tokens/id-tokens/names-order-and-form-of-optional-claims-in-a
    wids observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_acd observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_act_fct observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_aud_guid observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_cc observed 2026-03-31 tokens/unseen-2026-11/power-bi-user
    xms_ficinfo observed 2026-03-01 tokens/agents-and-pipelines/claims-of-the-agent-identity-s-token-for-the
    xms_ftd observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_idrel observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_mirid observed 2025-12-05 tokens/managed-identity-tokens/claims-of-a-virtual-machine-s-token-for-arm
    xms_par_app_azp observed 2026-03-01 tokens/agents-and-pipelines/claims-of-an-agent-identity-s-own-token-for
    xms_pftexp observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_pl observed 2025-02-14 tokens/id-tokens/xms-pl-and-xms-tpl-at-the-end-of
    xms_rd observed 2026-09-24 tokens/managed-identity-tokens/claims-of-a-pod-s-user-assigned-identity-for
    xms_st observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_sub_fct observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_tcdt observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_tdbr observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_tnt_fct observed 2026-10-07 tokens/unseen-2026-11/graph-device-code
    xms_tpl observed 2025-02-14 tokens/id-tokens/xms-pl-and-xms-tpl-at-the-end-of
    """

  /// The same of header fields.
  static let headerFieldLines = """
    Access-Control-Allow-Methods observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Access-Control-Allow-Origin observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Access-Control-Expose-Headers observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Cache-Control observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    Content-Length observed 2025-06-11 machines/unknown-path/404-of-an-unknown-address
    Content-Type observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    Expires observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    Location observed 2025-04-08 graph/registration-2025/post-of-a-service-principal-every-member-in-its
    OData-Version observed 2021-10-29 machines/cli-session/graph-revokesigninsessions
    P3P observed 2025-06-11 machines/unknown-path/404-of-an-unknown-address
    Pragma observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    Public observed 2024-01-11 pages/b2c-headers/a-refresh-the-same-header-fields
    Referrer-Policy observed 2024-10-10 machines/spa-refresh/single-page-app-fields-of-a-refresh
    Retry-After observed 2021-08-30 machines/trouble/429-of-the-token-endpoint-a-rule-without-a
    Server observed 2025-04-21 machines/app-service/container-apps-no-x-identity-header
    Strict-Transport-Security observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    Vary observed 2021-10-29 machines/cli-session/graph-revokesigninsessions
    WWW-Authenticate observed 2026-03-25 machines/key-vault/key-vault-no-token-challenge
    X-Content-Type-Options observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    X-DNS-Prefetch-Control observed 2020-12-12 pages/headers/sign-in-page-link-x-dns-prefetch-control-and
    X-Frame-Options observed 2024-01-11 pages/b2c-headers/a-refresh-the-same-header-fields
    X-UA-Compatible observed 2024-01-11 pages/b2c-headers/the-page-all-header-fields
    X-XSS-Protection observed 2025-06-11 machines/unknown-path/404-of-an-unknown-address
    client-request-id observed 2021-10-29 machines/cli-session/graph-a-revoked-session-body-and-fields
    request-id observed 2021-10-29 machines/cli-session/graph-a-revoked-session-body-and-fields
    x-ms-ags-diagnostic observed 2021-10-29 machines/cli-session/graph-a-revoked-session-body-and-fields
    x-ms-clitelem observed 2024-10-10 machines/spa-refresh/x-ms-clitelem-at-a-refresh-the-age-of
    x-ms-correlation-request-id observed 2026-03-10 machines/resource-manager/resource-manager-fields-of-an-answer
    x-ms-error-code observed 2022-03-11 machines/storage/storage-a-token-for-another-audience
    x-ms-ests-server observed 2025-06-11 pages/headers/a-path-that-is-nothing-404-its-fields-no
    x-ms-failure-cause observed 2021-01-20 machines/other-services/resource-manager-a-revoked-session
    x-ms-keyvault-network-info observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    x-ms-keyvault-region observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    x-ms-keyvault-service-version observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    x-ms-request-id observed 2026-03-25 machines/key-vault/key-vault-no-token-fields
    x-ms-resource-unit observed 2025-04-08 graph/registration-2025/x-ms-resource-unit-differs-by-call
    x-ms-srs observed 2025-06-11 machines/unknown-path/404-of-an-unknown-address
    """

  /// The same of the codes of Graph's errors.
  static let graphErrorLines = """
    BadRequest observed 2023-01-30 graph/address-refusals/an-empty-id-in-the-address-of-an-application
    InvalidAuthenticationToken observed 2026-09-08 graph/unseen-2026-11/no-token
    Request_ResourceNotFound observed 2026-09-08 graph/unseen-2026-11/user-id-of-no-form
    Request_UnsupportedQuery observed 2026-10 graph/unseen-2026-11/directory-roles-top
    accessDenied observed 2026-07-29 graph/unseen-2026-11/me-authentication
    badRequest observed 2026-07-29 graph/unseen-2026-11/me-authentication
    {code} observed 2026-03-11 machines/graph-challenge/graph-a-revoked-session-message
    """
}
