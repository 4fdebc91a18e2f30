import Bytes
import Policy

/// What may leave a capture. Nothing else does: not a value is shown because it does not look like a secret.
enum KnownWords {
  /// A sentence of the service, with `…` for each word that no text of the catalogue has.
  static func masked(_ text: String) -> String {
    var masked: [String] = []
    for word in AnswerView.plain(text).split(separator: " ", omittingEmptySubsequences: false) {
      let shown = isKnown(word) ? String(word) : "…"
      if shown == "…", masked.last == "…" { continue }
      masked.append(shown)
    }
    return masked.joined(separator: " ")
  }

  private static func isKnown(_ word: Substring) -> Bool {
    let bare = ASCII.lowercased(word.filter { $0.isLetter || $0.isNumber })
    return vocabulary.contains(bare) && word.utf8.allSatisfy { $0 < 0x80 }
  }

  /// The words of all texts of the catalogue, the numbers of its rows, and some more of the service's.
  private static let vocabulary: Set<String> = {
    var words: Set<String> = ["", "sign", "in", "to", "your", "account", "authorization", "pending"]
    for kind in Catalogue.all {
      words.insert(ASCII.lowercased(kind.label))
      let texts = [kind.template] + kind.variants.compactMap(\.template)
      for text in texts {
        var isFact = false
        var word = ""
        for character in text.description + " " {
          if character == "{" { isFact = true }
          if character == " " {
            if !word.isEmpty { words.insert(ASCII.lowercased(word)) }
            word = ""
          } else if !isFact, character.isLetter || character.isNumber {
            word.append(character)
          }
          if character == "}" { isFact = false }
        }
      }
    }
    return words
  }()

  /// A name of a member, a claim, a parameter or a cookie that the service may have; nil for anything else.
  static func name(_ text: String, but secrets: [String]) -> String? {
    guard (1...40).contains(text.utf8.count),
      text.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || [0x5F, 0x2E, 0x40, 0x2D].contains($0) }),
      !secrets.contains(where: { ASCII.lowercased(text).firstPlace(of: ASCII.lowercased($0)) != nil })
    else { return nil }
    return text
  }

  /// A word such as `invalid_grant`, when the program knows it.
  static func error(_ text: String) -> String? { errors.contains(text) ? text : nil }

  private static let errors: Set<String> = Set(
    Catalogue.all.flatMap {
      [$0.error.rawValue, $0.redirectError?.rawValue, $0.legacyError?.rawValue, $0.suberror?.rawValue]
    }
    .compactMap { $0 } + [
      "authorization_pending", "slow_down", "InvalidAuthenticationToken", "Request_ResourceNotFound",
      "Request_BadRequest",
    ])

  /// Parts of paths that are the service's own.
  static let segments: Set<String> = [
    "oauth2", "v2.0", "v1.0", "beta", "authorize", "token", "devicecode", "logout", "adminconsent", ".well-known",
    "openid-configuration", "discovery", "keys", "instance", "login", "userrealm", "GetUserRealm.srf",
    "GetCredentialType", "me", "users",
    "groups", "applications", "servicePrincipals", "organization", "domains", "directoryObjects", "memberOf", "members",
    "metadata", "identity",
    "$batch", "$count", "$ref", "$value", "delta", "photo", "manager", "directReports", "devices", "invitations",
    "saml2", "kerberos",
    "common", "organizations", "consumers",
  ]

  /// Values of parameters that are the protocol's own.
  static let values: Set<String> = [
    "authorization_code", "refresh_token", "client_credentials", "password", "device_code",
    "urn:ietf:params:oauth:grant-type:device_code", "urn:ietf:params:oauth:grant-type:jwt-bearer", "on_behalf_of",
    "code", "id_token", "token",
    "code id_token", "id_token token", "query", "fragment", "form_post", "none", "login", "consent", "select_account",
    "create", "admin_consent",
    "S256", "plain", "1",
  ]

  /// Header fields of answers that have the same value for everybody, with those values.
  static let fields: [String: Set<String>] = [
    "Cache-Control": ["no-store, no-cache", "private", "max-age=86400, private", "no-cache", "no-store"],
    "Pragma": ["no-cache"],
    "Content-Type": ["application/json; charset=utf-8", "text/html; charset=utf-8", "application/json"],
    "Expires": ["-1"],
    "X-Content-Type-Options": ["nosniff"], "P3P": ["CP=\"DSP CUR OTPi IND OTRi ONL FIN\""], "x-ms-srs": ["1.P"],
    "X-XSS-Protection": ["0"],
    "Strict-Transport-Security": ["max-age=31536000; includeSubDomains"],
    "Referrer-Policy": ["strict-origin-when-cross-origin"],
    "Access-Control-Allow-Origin": ["*"], "X-Frame-Options": ["DENY"],
  ]

  static let scopes: Set<String> = [
    "openid", "profile", "email", "offline_access", "User.Read", "User.Read.All", "Mail.Read",
    "https://graph.microsoft.com/.default",
    "https://management.azure.com/.default", "https://management.core.windows.net//.default",
    "https://graph.microsoft.com/User.Read",
  ]
}
