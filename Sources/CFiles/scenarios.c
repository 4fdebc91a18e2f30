// The scenario library: theme, name and file of each scenario, in the order of docs/library.md, whose sections are the themes.
#include "CFiles.h"

static const struct mockidp_file files[] = {
    {"Everything works", "happy-path", (const unsigned char[]){
#embed "../../scenarios/happy-path.yaml" suffix(, 0)
    }},
    {"The sign-in has ended", "expired-refresh", (const unsigned char[]){
#embed "../../scenarios/expired-refresh.yaml" suffix(, 0)
    }},
    {"The sign-in has ended", "password-changed", (const unsigned char[]){
#embed "../../scenarios/password-changed.yaml" suffix(, 0)
    }},
    {"The sign-in has ended", "password-reset", (const unsigned char[]){
#embed "../../scenarios/password-reset.yaml" suffix(, 0)
    }},
    {"The sign-in has ended", "session-revoked", (const unsigned char[]){
#embed "../../scenarios/session-revoked.yaml" suffix(, 0)
    }},
    {"The sign-in has ended", "sign-in-frequency", (const unsigned char[]){
#embed "../../scenarios/sign-in-frequency.yaml" suffix(, 0)
    }},
    {"The sign-in has ended", "spa-refresh-expired", (const unsigned char[]){
#embed "../../scenarios/spa-refresh-expired.yaml" suffix(, 0)
    }},
    {"The sign-in has ended", "session-expired", (const unsigned char[]){
#embed "../../scenarios/session-expired.yaml" suffix(, 0)
    }},
    {"The sign-in has ended", "code-expired", (const unsigned char[]){
#embed "../../scenarios/code-expired.yaml" suffix(, 0)
    }},
    {"The sign-in has ended", "continuous-access", (const unsigned char[]){
#embed "../../scenarios/continuous-access.yaml" suffix(, 0)
    }},
    {"Whose account it is", "account-picker", (const unsigned char[]){
#embed "../../scenarios/account-picker.yaml" suffix(, 0)
    }},
    {"Whose account it is", "accounts-several", (const unsigned char[]){
#embed "../../scenarios/accounts-several.yaml" suffix(, 0)
    }},
    {"Whose account it is", "session-none", (const unsigned char[]){
#embed "../../scenarios/session-none.yaml" suffix(, 0)
    }},
    {"Whose account it is", "hint-mismatch", (const unsigned char[]){
#embed "../../scenarios/hint-mismatch.yaml" suffix(, 0)
    }},
    {"Whose account it is", "sign-in-cancelled", (const unsigned char[]){
#embed "../../scenarios/sign-in-cancelled.yaml" suffix(, 0)
    }},
    {"Whose account it is", "guest", (const unsigned char[]){
#embed "../../scenarios/guest.yaml" suffix(, 0)
    }},
    {"Whose account it is", "user-of-another-tenant", (const unsigned char[]){
#embed "../../scenarios/user-of-another-tenant.yaml" suffix(, 0)
    }},
    {"Whose account it is", "personal-account", (const unsigned char[]){
#embed "../../scenarios/personal-account.yaml" suffix(, 0)
    }},
    {"Whose account it is", "multi-tenant", (const unsigned char[]){
#embed "../../scenarios/multi-tenant.yaml" suffix(, 0)
    }},
    {"Consent", "consent-required", (const unsigned char[]){
#embed "../../scenarios/consent-required.yaml" suffix(, 0)
    }},
    {"Consent", "consent-incremental", (const unsigned char[]){
#embed "../../scenarios/consent-incremental.yaml" suffix(, 0)
    }},
    {"Consent", "consent-declined", (const unsigned char[]){
#embed "../../scenarios/consent-declined.yaml" suffix(, 0)
    }},
    {"Consent", "consent-withdrawn", (const unsigned char[]){
#embed "../../scenarios/consent-withdrawn.yaml" suffix(, 0)
    }},
    {"Consent", "admin-consent-required", (const unsigned char[]){
#embed "../../scenarios/admin-consent-required.yaml" suffix(, 0)
    }},
    {"Consent", "consent-preauthorized", (const unsigned char[]){
#embed "../../scenarios/consent-preauthorized.yaml" suffix(, 0)
    }},
    {"More is asked of the user", "mfa-required", (const unsigned char[]){
#embed "../../scenarios/mfa-required.yaml" suffix(, 0)
    }},
    {"More is asked of the user", "mfa-registration", (const unsigned char[]){
#embed "../../scenarios/mfa-registration.yaml" suffix(, 0)
    }},
    {"More is asked of the user", "mfa-step-up", (const unsigned char[]){
#embed "../../scenarios/mfa-step-up.yaml" suffix(, 0)
    }},
    {"More is asked of the user", "mfa-failed", (const unsigned char[]){
#embed "../../scenarios/mfa-failed.yaml" suffix(, 0)
    }},
    {"More is asked of the user", "password-expired", (const unsigned char[]){
#embed "../../scenarios/password-expired.yaml" suffix(, 0)
    }},
    {"More is asked of the user", "mfa-expired", (const unsigned char[]){
#embed "../../scenarios/mfa-expired.yaml" suffix(, 0)
    }},
    {"The way is closed", "user-disabled", (const unsigned char[]){
#embed "../../scenarios/user-disabled.yaml" suffix(, 0)
    }},
    {"The way is closed", "user-deleted", (const unsigned char[]){
#embed "../../scenarios/user-deleted.yaml" suffix(, 0)
    }},
    {"The way is closed", "user-locked", (const unsigned char[]){
#embed "../../scenarios/user-locked.yaml" suffix(, 0)
    }},
    {"The way is closed", "conditional-access-block", (const unsigned char[]){
#embed "../../scenarios/conditional-access-block.yaml" suffix(, 0)
    }},
    {"The way is closed", "device-not-compliant", (const unsigned char[]){
#embed "../../scenarios/device-not-compliant.yaml" suffix(, 0)
    }},
    {"The way is closed", "app-disabled", (const unsigned char[]){
#embed "../../scenarios/app-disabled.yaml" suffix(, 0)
    }},
    {"The way is closed", "app-not-assigned", (const unsigned char[]){
#embed "../../scenarios/app-not-assigned.yaml" suffix(, 0)
    }},
    {"Devices without a browser", "device-code", (const unsigned char[]){
#embed "../../scenarios/device-code.yaml" suffix(, 0)
    }},
    {"Devices without a browser", "device-code-declined", (const unsigned char[]){
#embed "../../scenarios/device-code-declined.yaml" suffix(, 0)
    }},
    {"Devices without a browser", "device-code-expired", (const unsigned char[]){
#embed "../../scenarios/device-code-expired.yaml" suffix(, 0)
    }},
    {"Devices without a browser", "device-code-slow-down", (const unsigned char[]){
#embed "../../scenarios/device-code-slow-down.yaml" suffix(, 0)
    }},
    {"Apps by themselves, and APIs", "client-secret-expired", (const unsigned char[]){
#embed "../../scenarios/client-secret-expired.yaml" suffix(, 0)
    }},
    {"Apps by themselves, and APIs", "daemon-certificate", (const unsigned char[]){
#embed "../../scenarios/daemon-certificate.yaml" suffix(, 0)
    }},
    {"Apps by themselves, and APIs", "daemon-no-roles", (const unsigned char[]){
#embed "../../scenarios/daemon-no-roles.yaml" suffix(, 0)
    }},
    {"Apps by themselves, and APIs", "on-behalf-of", (const unsigned char[]){
#embed "../../scenarios/on-behalf-of.yaml" suffix(, 0)
    }},
    {"Apps by themselves, and APIs", "password-grant-refused", (const unsigned char[]){
#embed "../../scenarios/password-grant-refused.yaml" suffix(, 0)
    }},
    {"Managed identities and workloads", "identity-missing", (const unsigned char[]){
#embed "../../scenarios/identity-missing.yaml" suffix(, 0)
    }},
    {"Managed identities and workloads", "identity-throttled", (const unsigned char[]){
#embed "../../scenarios/identity-throttled.yaml" suffix(, 0)
    }},
    {"Managed identities and workloads", "arc-challenge", (const unsigned char[]){
#embed "../../scenarios/arc-challenge.yaml" suffix(, 0)
    }},
    {"Managed identities and workloads", "federated-token-expired", (const unsigned char[]){
#embed "../../scenarios/federated-token-expired.yaml" suffix(, 0)
    }},
    {"Managed identities and workloads", "federated-subject-wrong", (const unsigned char[]){
#embed "../../scenarios/federated-subject-wrong.yaml" suffix(, 0)
    }},
    {"Managed identities and workloads", "easyauth-signed-out", (const unsigned char[]){
#embed "../../scenarios/easyauth-signed-out.yaml" suffix(, 0)
    }},
    {"A company of one's own", "own-world", (const unsigned char[]){
#embed "../../scenarios/own-world.yaml" suffix(, 0)
    }},
    {"Programs that administer a tenant", "insufficient-privileges", (const unsigned char[]){
#embed "../../scenarios/insufficient-privileges.yaml" suffix(, 0)
    }},
    {"Programs that administer a tenant", "replication-lag", (const unsigned char[]){
#embed "../../scenarios/replication-lag.yaml" suffix(, 0)
    }},
    {"Programs that administer a tenant", "duplicate-app", (const unsigned char[]){
#embed "../../scenarios/duplicate-app.yaml" suffix(, 0)
    }},
    {"Customers of Azure AD B2C", "b2c-sign-up-sign-in", (const unsigned char[]){
#embed "../../scenarios/b2c-sign-up-sign-in.yaml" suffix(, 0)
    }},
    {"Customers of Azure AD B2C", "b2c-edit-profile", (const unsigned char[]){
#embed "../../scenarios/b2c-edit-profile.yaml" suffix(, 0)
    }},
    {"Customers of Azure AD B2C", "b2c-password-forgotten", (const unsigned char[]){
#embed "../../scenarios/b2c-password-forgotten.yaml" suffix(, 0)
    }},
    {"Customers of Azure AD B2C", "b2c-password-reset", (const unsigned char[]){
#embed "../../scenarios/b2c-password-reset.yaml" suffix(, 0)
    }},
    {"Customers of Azure AD B2C", "b2c-sign-up-cancelled", (const unsigned char[]){
#embed "../../scenarios/b2c-sign-up-cancelled.yaml" suffix(, 0)
    }},
    {"Customers of Azure AD B2C", "b2c-policy-unknown", (const unsigned char[]){
#embed "../../scenarios/b2c-policy-unknown.yaml" suffix(, 0)
    }},
    {"Customers of Azure AD B2C", "b2c-social", (const unsigned char[]){
#embed "../../scenarios/b2c-social.yaml" suffix(, 0)
    }},
    {"Customers of Azure AD B2C", "b2c-mfa", (const unsigned char[]){
#embed "../../scenarios/b2c-mfa.yaml" suffix(, 0)
    }},
    {"Customers of Azure AD B2C", "b2c-refresh-expired", (const unsigned char[]){
#embed "../../scenarios/b2c-refresh-expired.yaml" suffix(, 0)
    }},
    {"Customers of External ID", "external-sign-up-sign-in", (const unsigned char[]){
#embed "../../scenarios/external-sign-up-sign-in.yaml" suffix(, 0)
    }},
    {"Customers of External ID", "external-social", (const unsigned char[]){
#embed "../../scenarios/external-social.yaml" suffix(, 0)
    }},
    {"Customers of External ID", "external-second-factor", (const unsigned char[]){
#embed "../../scenarios/external-second-factor.yaml" suffix(, 0)
    }},
    {"Customers of External ID", "native-sign-in-password", (const unsigned char[]){
#embed "../../scenarios/native-sign-in-password.yaml" suffix(, 0)
    }},
    {"Customers of External ID", "native-sign-in-code", (const unsigned char[]){
#embed "../../scenarios/native-sign-in-code.yaml" suffix(, 0)
    }},
    {"Customers of External ID", "native-sign-up", (const unsigned char[]){
#embed "../../scenarios/native-sign-up.yaml" suffix(, 0)
    }},
    {"Customers of External ID", "native-reset-password", (const unsigned char[]){
#embed "../../scenarios/native-reset-password.yaml" suffix(, 0)
    }},
    {"Customers of External ID", "native-redirect-to-web", (const unsigned char[]){
#embed "../../scenarios/native-redirect-to-web.yaml" suffix(, 0)
    }},
    {"Customers of External ID", "native-token-expired", (const unsigned char[]){
#embed "../../scenarios/native-token-expired.yaml" suffix(, 0)
    }},
    {"The app is set up wrong", "redirect-mismatch", (const unsigned char[]){
#embed "../../scenarios/redirect-mismatch.yaml" suffix(, 0)
    }},
    {"The app is set up wrong", "unknown-app", (const unsigned char[]){
#embed "../../scenarios/unknown-app.yaml" suffix(, 0)
    }},
    {"The app is set up wrong", "unknown-tenant", (const unsigned char[]){
#embed "../../scenarios/unknown-tenant.yaml" suffix(, 0)
    }},
    {"Sign-in by SAML", "saml-75011", (const unsigned char[]){
#embed "../../scenarios/saml-75011.yaml" suffix(, 0)
    }},
    {"Sign-in by SAML", "saml-certificate-expired", (const unsigned char[]){
#embed "../../scenarios/saml-certificate-expired.yaml" suffix(, 0)
    }},
    {"Sign-in by SAML", "saml-rollover", (const unsigned char[]){
#embed "../../scenarios/saml-rollover.yaml" suffix(, 0)
    }},
    {"Sign-in by SAML", "saml-groups-overage", (const unsigned char[]){
#embed "../../scenarios/saml-groups-overage.yaml" suffix(, 0)
    }},
    {"Sign-in by SAML", "saml-not-assigned", (const unsigned char[]){
#embed "../../scenarios/saml-not-assigned.yaml" suffix(, 0)
    }},
    {"Sign-in by SAML", "saml-wrapped", (const unsigned char[]){
#embed "../../scenarios/saml-wrapped.yaml" suffix(, 0)
    }},
    {"Sign-in by SAML", "saml-sign-out", (const unsigned char[]){
#embed "../../scenarios/saml-sign-out.yaml" suffix(, 0)
    }},
    {"MCP servers", "mcp-server", (const unsigned char[]){
#embed "../../scenarios/mcp-server.yaml" suffix(, 0)
    }},
    {"MCP servers", "mcp-resource-mismatch", (const unsigned char[]){
#embed "../../scenarios/mcp-resource-mismatch.yaml" suffix(, 0)
    }},
    {"MCP servers", "mcp-one-registration", (const unsigned char[]){
#embed "../../scenarios/mcp-one-registration.yaml" suffix(, 0)
    }},
    {"Users are written into an app", "leaver-loses-access", (const unsigned char[]){
#embed "../../scenarios/leaver-loses-access.yaml" suffix(, 0)
    }},
    {"Users are written into an app", "group-shrinks", (const unsigned char[]){
#embed "../../scenarios/group-shrinks.yaml" suffix(, 0)
    }},
    {"Users are written into an app", "renamed-user", (const unsigned char[]){
#embed "../../scenarios/renamed-user.yaml" suffix(, 0)
    }},
    {"Users are written into an app", "quarantine", (const unsigned char[]){
#embed "../../scenarios/quarantine.yaml" suffix(, 0)
    }},
    {"Users are written into an app", "server-answers-409", (const unsigned char[]){
#embed "../../scenarios/server-answers-409.yaml" suffix(, 0)
    }},
    {"Users are written into an app", "retried-for-ever", (const unsigned char[]){
#embed "../../scenarios/retried-for-ever.yaml" suffix(, 0)
    }},
    {"Users are written into an app", "accidental-deletion", (const unsigned char[]){
#embed "../../scenarios/accidental-deletion.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "key-rollover", (const unsigned char[]){
#embed "../../scenarios/key-rollover.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "key-withdrawn", (const unsigned char[]){
#embed "../../scenarios/key-withdrawn.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "clock-ahead", (const unsigned char[]){
#embed "../../scenarios/clock-ahead.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "clock-behind", (const unsigned char[]){
#embed "../../scenarios/clock-behind.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-unsigned", (const unsigned char[]){
#embed "../../scenarios/token-unsigned.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-unknown-key", (const unsigned char[]){
#embed "../../scenarios/token-unknown-key.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-not-yet-valid", (const unsigned char[]){
#embed "../../scenarios/token-not-yet-valid.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-expired", (const unsigned char[]){
#embed "../../scenarios/token-expired.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-wrong-issuer", (const unsigned char[]){
#embed "../../scenarios/token-wrong-issuer.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-wrong-audience", (const unsigned char[]){
#embed "../../scenarios/token-wrong-audience.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-bad-signature", (const unsigned char[]){
#embed "../../scenarios/token-bad-signature.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-wrong-tenant", (const unsigned char[]){
#embed "../../scenarios/token-wrong-tenant.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-claim-missing", (const unsigned char[]){
#embed "../../scenarios/token-claim-missing.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "token-wrong-nonce", (const unsigned char[]){
#embed "../../scenarios/token-wrong-nonce.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "keys-stale", (const unsigned char[]){
#embed "../../scenarios/keys-stale.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "keys-two-servers", (const unsigned char[]){
#embed "../../scenarios/keys-two-servers.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "discovery-wrong-issuer", (const unsigned char[]){
#embed "../../scenarios/discovery-wrong-issuer.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "discovery-stale", (const unsigned char[]){
#embed "../../scenarios/discovery-stale.yaml" suffix(, 0)
    }},
    {"Tokens, keys and clocks", "group-overage", (const unsigned char[]){
#embed "../../scenarios/group-overage.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "outage", (const unsigned char[]){
#embed "../../scenarios/outage.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "html-error", (const unsigned char[]){
#embed "../../scenarios/html-error.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "throttled", (const unsigned char[]){
#embed "../../scenarios/throttled.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "flaky", (const unsigned char[]){
#embed "../../scenarios/flaky.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "slow", (const unsigned char[]){
#embed "../../scenarios/slow.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "graph-throttled", (const unsigned char[]){
#embed "../../scenarios/graph-throttled.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "no-answer", (const unsigned char[]){
#embed "../../scenarios/no-answer.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "answer-cut", (const unsigned char[]){
#embed "../../scenarios/answer-cut.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "connection-reset", (const unsigned char[]){
#embed "../../scenarios/connection-reset.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "answer-lost", (const unsigned char[]){
#embed "../../scenarios/answer-lost.yaml" suffix(, 0)
    }},
    {"The service is in trouble", "refresh-token-missing", (const unsigned char[]){
#embed "../../scenarios/refresh-token-missing.yaml" suffix(, 0)
    }},
};

struct mockidp_files mockidp_scenarios(void) {
  return (struct mockidp_files){files, sizeof files / sizeof *files};
}
