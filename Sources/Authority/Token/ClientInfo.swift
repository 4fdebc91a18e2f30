import Bytes
import Directory
import JSON

/// The parameter `client_info`, by which MSAL names the account in its cache: JSON in base64url without padding
/// (observed).
enum ClientInfo {
  /// `uid` and `utid` are the ids of the home account, also for a guest.
  static func text(for user: User) -> String {
    let home = user.homeAccount
    let info: JSONValue = ["uid": "\(home.user)", "utid": "\(home.tenant)"]
    return Base64.encodeURL(info.serialized)
  }
}
