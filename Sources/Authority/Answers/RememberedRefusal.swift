import Policy
import Worlds

/// Refusals that a library keeps: for a while it answers an equal request itself, and nothing comes here.
enum RememberedRefusal {
  /// What the journal says of it. Nil for a library that keeps nothing.
  ///
  /// MSAL for Python keeps each 400 for a minute, but those of a polling device (its source, `throttled_http_client.py`); MSAL for .NET keeps for
  /// two minutes that a renewal needs the user (Microsoft: "Retry and throttling in MSAL.NET").
  static func sentence(_ exchange: Exchange, _ refusal: Refusal) -> String? {
    guard let library = exchange.library, refusal.status == 400, refusal.error != .authorizationPending else {
      return nil
    }
    if library.hasPrefix("MSAL.Python") {
      return "MSAL for Python keeps this refusal for a minute: an equal request does not come before"
    }
    let wantsUser = [OAuthErrorCode.invalidGrant, .interactionRequired, .consentRequired].contains(refusal.error)
    let isDotNet = ["MSAL.NetCore", "MSAL.CoreCLR", "MSAL.Desktop", "MSAL.Xamarin"].contains(where: library.hasPrefix)
    guard isDotNet, exchange.grant == "refresh_token", wantsUser else { return nil }
    return "MSAL for .NET keeps this refusal for two minutes: an equal renewal does not come before"
  }
}
