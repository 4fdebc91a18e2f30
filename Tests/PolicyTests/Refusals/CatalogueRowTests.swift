import Expectations
import Policy
import Testing
import Time

@Suite("The rows of the catalogue") struct CatalogueRowTests {
  struct Row: CustomTestStringConvertible {
    let code: Int
    let error: String
    let suberror: String?
    let status: Int
    let redirect: String?
    let legacy: String?

    init(
      _ code: Int, _ error: String, _ suberror: String? = nil, status: Int = 400, redirect: String? = nil,
      legacy: String? = nil
    ) {
      self.code = code
      self.error = error
      self.suberror = suberror
      self.status = status
      self.redirect = redirect ?? error
      self.legacy = legacy ?? error
    }

    var testDescription: String { "AADSTS\(code)" }
  }

  @Test(
    "carry the service's words and status",
    arguments: [
      Row(16000, "interaction_required"), Row(50058, "login_required"), Row(160021, "interaction_required"),
      Row(50053, "invalid_grant"), Row(50056, "invalid_grant"), Row(50057, "invalid_grant"),
      Row(50126, "invalid_grant"), Row(50034, "invalid_grant", "bad_token"), Row(50059, "invalid_request"),
      Row(
        50055, "invalid_grant", "user_password_expired", redirect: "interaction_required",
        legacy: "user_password_expired"),
      Row(50020, "invalid_grant", redirect: "interaction_required"),
      Row(50076, "invalid_grant", "basic_action", redirect: "interaction_required", legacy: "interaction_required"),
      Row(50078, "invalid_grant", "basic_action", redirect: "interaction_required", legacy: "interaction_required"),
      Row(50079, "invalid_grant", "basic_action", redirect: "interaction_required", legacy: "interaction_required"),
      Row(50074, "invalid_grant", "basic_action", redirect: "interaction_required", legacy: "interaction_required"),
      Row(50158, "invalid_grant", "basic_action", redirect: "interaction_required", legacy: "interaction_required"),
      Row(
        50097, "invalid_grant", "device_authentication_failed", redirect: "interaction_required",
        legacy: "invalid_grant"),
      Row(50105, "invalid_grant", redirect: "interaction_required"),
      Row(50132, "invalid_grant", "bad_token", redirect: "login_required"),
      Row(50133, "invalid_grant", "bad_token", redirect: "login_required"),
      Row(
        53000, "invalid_grant", "additional_action", redirect: "interaction_required", legacy: "interaction_required"),
      Row(53003, "invalid_grant", "message_only", redirect: "interaction_required", legacy: "interaction_required"),
      Row(530035, "invalid_grant", "message_only", redirect: "interaction_required", legacy: "interaction_required"),
      Row(53005, "unauthorized_client", "protection_policy_required", redirect: "interaction_required"),
      Row(70043, "invalid_grant", "token_expired", legacy: "interaction_required"),
      Row(70044, "invalid_grant", "token_expired", redirect: "interaction_required", legacy: "interaction_required"),
      Row(900144, "invalid_request"), Row(90014, "invalid_request"), Row(9000411, "invalid_request"),
      Row(9002313, "invalid_grant", "bad_token"), Row(90002, "invalid_request"), Row(900023, "invalid_request"),
      Row(90023, "invalid_request"), Row(50011, "invalid_request"), Row(500113, "invalid_request"),
      Row(500112, "invalid_client"), Row(700009, "invalid_grant"), Row(700016, "unauthorized_client"),
      Row(700038, "unauthorized_client"), Row(7000112, "unauthorized_client"), Row(50194, "invalid_request"),
      Row(900561, "invalid_request"), Row(9010010, "invalid_target"), Row(50049, "invalid_instance"),
      Row(70005, "unsupported_response_type"), Row(700051, "unsupported_response_type"),
      Row(700054, "unsupported_response_type"), Row(70007, "invalid_request"), Row(50148, "invalid_grant"),
      Row(501481, "invalid_grant"), Row(501491, "invalid_request"), Row(9002325, "invalid_request"),
      Row(9002326, "invalid_request"), Row(9002327, "invalid_request"),
      Row(7000218, "invalid_client", status: 401), Row(7000216, "invalid_client", status: 401),
      Row(7000215, "invalid_client", status: 401), Row(7000222, "invalid_client", status: 401),
      Row(700025, "invalid_client", status: 401), Row(700027, "invalid_client", status: 401),
      Row(700024, "invalid_client", status: 401), Row(700023, "invalid_client", status: 401),
      Row(700211, "invalid_client", status: 401), Row(700222, "invalid_client", status: 401),
      Row(50027, "invalid_request"), Row(50048, "invalid_client", status: 401), Row(50013, "invalid_grant"),
      Row(500131, "invalid_grant"), Row(500133, "invalid_grant"), Row(7000114, "unauthorized_client"),
      Row(240002, "invalid_grant"), Row(70003, "unsupported_grant_type"), Row(70000, "invalid_grant"),
      Row(54005, "invalid_grant"), Row(70008, "invalid_grant"), Row(700081, "invalid_grant", "bad_token"),
      Row(700082, "invalid_grant", "bad_token"), Row(700084, "invalid_grant", "bad_token"),
      Row(50173, "invalid_grant", "bad_token"), Row(700007, "invalid_grant", "client_mismatch"),
      Row(700020, "interaction_required"), Row(70016, "authorization_pending"),
      Row(70018, "bad_verification_code"), Row(70019, "code_expired"),
      Row(70020, "expired_token", legacy: "code_expired"),
      Row(70011, "invalid_scope"), Row(1002012, "invalid_scope"), Row(28000, "invalid_scope"),
      Row(28003, "invalid_request"), Row(500011, "invalid_resource"), Row(90009, "invalid_request"),
      Row(65001, "invalid_grant", "consent_required", redirect: "consent_required"),
      Row(65004, "authorization_declined", redirect: "consent_required"), Row(650053, "invalid_client"),
      Row(90094, "consent_required"), Row(50000, "server_error", status: 500),
      Row(90033, "temporarily_unavailable", status: 503), Row(90012, "temporarily_unavailable", status: 504),
      Row(90055, "temporarily_unavailable", status: 429),
    ])
  func row(_ row: Row) throws {
    let refusal = Refusal(try #require(Catalogue.kind(code: row.code)))
    expectEqual(refusal.error.rawValue, row.error)
    expectEqual(refusal.suberror?.rawValue, row.suberror)
    expectEqual(refusal.status, row.status)
    expectEqual(refusal.redirectError.rawValue, row.redirect)
    expectEqual(refusal.legacyError.rawValue, row.legacy)
  }

  @Test("change with the case a number is used for") func variants() {
    expectEqual(Refusal(.malformedGrant).suberror, .badToken)
    expectEqual(Refusal.malformedCode.error, .invalidGrant)
    expectNil(Refusal.malformedCode.suberror)
    expectEqual(Refusal.malformedBody.error, .invalidRequest)
    expectNil(Refusal.malformedBody.suberror)
    expectEqual(Refusal.tenantNotFound("x").error, .invalidRequest)
    expectEqual(Refusal.tenantNotFoundAtDiscovery("x").error, .invalidTenant)
    expectEqual(Refusal(.consentDeclined).redirectError, .consentRequired)
    expectEqual(Refusal.consentDeclinedAtLegacyEndpoint.redirectError, .accessDenied)
    expectEqual(Refusal(.consentDeclined).error, .authorizationDeclined)
    expectEqual(Refusal.familyTokenOfAnotherApp.suberror, .clientMismatch)
    expectEqual(Refusal(.grantOfAnotherClient).additionalInfo, ["client_mismatch"])
    expectEqual(Refusal(.throttled).retryAfter, 60)
  }

  @Test("can be bent by a rule") func overrides() {
    var refusal = Refusal.grantRevoked(issuedAt: .init(seconds: 0), tokensValidFrom: .init(seconds: 1))
    refusal.error = .loginRequired
    refusal.suberror = nil
    refusal.status = 503
    #expect(refusal.redirectError == .loginRequired && refusal.legacyError == .loginRequired)
    #expect(refusal.code == 50173 && refusal.suberror == nil && refusal.status == 503)
  }
}
