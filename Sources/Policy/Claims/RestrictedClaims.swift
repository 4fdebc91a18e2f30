import Bytes

/// The claims that a claims mapping can't change (Microsoft: "Claims customization using a policy", JWT restricted claim set). The core
/// claims, which every token has, are among them.
package enum RestrictedClaims {
  /// Whether a claims mapping may not use the name.
  package static func contains(_ name: String) -> Bool {
    if name == "." || name.hasPrefix("xms_") || name.hasPrefix("extn.") { return true }
    guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0x20 || $0 == 0x0A }) else { return false }
    return text.firstPlace(of: " \(name) ") != nil
  }

  /// Whether a claims mapping may not use the name for an attribute of SAML assertions (Microsoft: "Claims customization using a policy", SAML
  /// restricted claim set). The name of `NameID` is not among them.
  package static func containsSAML(_ name: String) -> Bool {
    guard let slash = name.lastIndex(of: "/"), samlPlaces.contains(where: { name.hasPrefix($0) }) else { return false }
    return samlNames.contains(String(name[name.index(after: slash)...]))
  }

  private static let samlPlaces = [
    "http://schemas.microsoft.com/identity/claims/", "http://schemas.microsoft.com/claims/",
    "http://schemas.microsoft.com/ws/2008/06/identity/claims/",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/",
    "http://schemas.microsoft.com/2012/01/devicecontext/claims/",
  ]

  private static let samlNames: Set<String> = [
    "accesstoken", "authenticationinstant", "authenticationmethod", "confirmation", "displayname", "dns", "expiration",
    "groups", "groups.link", "identityprovider", "ismanaged", "objectidentifier", "openid2_id",
    "privatepersonalidentifier", "role", "scope", "sid", "spn", "tenantid", "thumbprint", "wids",
    "x500distinguishedname",
  ]

  /// The names, with a blank before and after each.
  private static let text = """
     _claim_names _claim_sources aai access_token account_type acct acr acrs actor actortoken ageGroup aio altsecid amr app_chain \
    app_displayname app_res appctx appctxsender appid appidacr assertion at_hash aud auth_data auth_time authorization_code azp azpacr \
    bk_claim bk_enclave bk_pub brk_client_id brk_redirect_uri c_hash ca_enf ca_policy_result capolids capolids_latebind cc cert_token_use \
    child_client_id child_redirect_uri client_id client_ip cloud_graph_host_name cloud_instance_host_name cloud_instance_name \
    CloudAssignedMdmId cnf code controls controls_auds credential_keys csr csr_type ctry deviceid dns_names domain_dns_name \
    domain_netbios_name e_exp email endpoint enfpolids exp expires_on fido_auth_data fido_ver fwd fwd_appidacr grant_type graph group_sids \
    groups hasgroups hash_alg haswids home_oid home_puid home_tid iat identityprovider idp idtyp in_corp instance inviteTicket ipaddr \
    isbrowserhostedapp iss isViral jwk key_id key_type login_hint mam_compliance_url mam_enrollment_url mam_terms_of_use_url \
    mdm_compliance_url mdm_enrollment_url mdm_terms_of_use_url msgraph_host msproxy nameid nbf netbios_name nickname nonce oid on_prem_id \
    onprem_sam_account_name onprem_sid openid2_id origin_header password platf polids pop_jwk preferred_username previous_refresh_token \
    primary_sid prov_data puid pwd_exp pwd_url rdp_bt redirect_uri refresh_token refresh_token_issued_on refreshtoken request_nonce \
    resource rh role roles rp_id rt_type scope scp secaud sid signature signin_state source_anchor src1 src2 sub target_deviceid tbid \
    tbidv2 tenant_ctry tenant_display_name tenant_id tenant_region_scope tenant_region_sub_scope thumbnail_photo tid \
    tokenAutologonEnabled trustedfordelegation ttr unique_name upn user_agent user_setting_sync_url username uti ver \
    verified_primary_email verified_secondary_email vnet vsm_binding_key wamcompat_client_info wamcompat_id_token wamcompat_scopes wids \
    win_ver x5c_ca xcb2b_rclient xcb2b_rcloud xcb2b_rtenant ztdid \

    """
}
