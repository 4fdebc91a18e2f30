import Bytes
import Directory
import JSON

/// The parameter `client_info`: the account as MSAL keys its cache, base64url without padding (observed).
enum ClientInfo {
  static func text(for user: User) -> String {
    let home = user.homeAccount
    let info: JSONValue = ["uid": "\(home.user)", "utid": "\(home.tenant)"]
    return Base64.encodeURL(info.serialized)
  }
}
