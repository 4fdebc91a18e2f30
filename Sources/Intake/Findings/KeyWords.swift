import Bytes
import LooseFormats

/// What a key is for, by its words: `AZURE_CLIENT_ID`, `kClientID` and `aad.client-id` end with the same two.
struct KeyWords: Sendable {
  /// The words before the ones that say what the key is for: `web api` of `WEB_API_CLIENT_ID`. In small letters.
  let prefix: [String]
  /// What the key is for. Nil for a key that says nothing about a registration.
  let fact: Fact?

  init(_ key: String) {
    let words = Self.all(key)
    var match = Self.match(words)
    if match == nil, words.count > 2, words[words.count - 3] == "redirect",
      ["uri", "url"].contains(words[words.count - 2])
    {
      match = (.redirectUri, 3)
    }
    prefix = Array(words.dropLast(match?.count ?? 0))
    fact = match?.fact
  }

  /// Whether a text in capital letters is the name of a variable in the place of its value.
  static func isVariable(_ name: String) -> Bool {
    KeyWords(name).fact != nil && !name.hasPrefix("YOUR") && !name.hasPrefix("ENTER") && !name.hasSuffix("_HERE")
  }

  /// All words of a key, in small letters.
  static func all(_ key: String) -> [String] {
    var words: [String] = []
    var current: [UInt8] = []
    let bytes = Array(key.utf8)
    for (index, byte) in bytes.enumerated() {
      guard ASCII.isAlphanumeric(byte) else {
        if !current.isEmpty { words.append(String(decoding: current, as: UTF8.self)) }
        current = []
        continue
      }
      let isBorder =
        ASCII.isUppercase(byte) && index > 0
        && (!ASCII.isUppercase(bytes[index - 1]) && !ASCII.isDigit(bytes[index - 1])
          || index + 1 < bytes.count && ASCII.isLetter(bytes[index + 1]) && !ASCII.isUppercase(bytes[index + 1])
            && !(index + 2 == bytes.count && bytes[index + 1] == 0x73))
      if isBorder, !current.isEmpty {
        words.append(String(decoding: current, as: UTF8.self))
        current = []
      }
      current.append(ASCII.lowercased(byte))
    }
    if !current.isEmpty { words.append(String(decoding: current, as: UTF8.self)) }
    return words
  }

  /// The last words of a key, and what they say. The longest row that fits counts.
  private static let table = """
    client id=c|clientid=c|application id=c|app id=c|appid=c|azure ad id=c|entra id id=c|application client id=c|aad id=c
    managed identity client id=-|object id=-|user id=-|key id=-|session id=-|azure subscription id=-|google client id=-|github client id=-|facebook app id=-|firebase app id=-|resource app id=-|x ms id=-|teams app id=-
    tenant id=t|tenantid=t|tenant=t|directory id=t|tenant info=t|tenant guid=t|tenant name=t|directory tenant id=t
    authority=a|authority url=a|authority uri=a|issuer=a|issuer uri=a|issuer url=a|oidc authority=a|metadata address=a|metadata url=a|well known=a|well known url=a|authorize endpoint=a|authorization endpoint=a|authorization uri=a|user authorization uri=a|token endpoint=a|token uri=a|token url=a|access token uri=a|jwk set uri=a|key uri=a|identity metadata=a|auth endpoint=a|authorize url=a|sso service url=a|open id issuer=a|discovery url=a|discovery endpoint=a|auth server url=a|known authorities=a|known authority=a|authority domain=a|authority host name=a
    instance=i|aad instance=i|cloud instance=i|authority host=i|cloud instance id=i|profile environment active directory endpoint=i|login endpoint=i|active directory endpoint=i
    domain=d|tenant domain=d|primary domain=d|domain name=d
    client secret=s|app key=s|application secret=s|app secret=s|secret key=s|entra id secret=s|azure ad secret=s|aad secret=s|application password=s|client credential=s|secret value=s|secret=s|client key=s|app password=s|clientsecret=s
    session secret=-|auth secret=-|nextauth secret=-|jwt secret=-|cookie secret=-|flask secret key=-|token secret=-|webhook secret=-|state secret=-|use client secret=-|client secret name=-|certificate password=-|github client secret=-|google client secret=-|facebook client secret=-|auth0 client secret=-|keycloak client secret=-|gitlab client secret=-|okta client secret=-
    certificate=x|client certificate=x|client certificates=x|certificate thumbprint=x|thumbprint=x|cert path=x|certificate path=x|client certificate path=x|certificate name=x|distinguished name=x|certificate distinguished name=x|private key file=x|cert file=x|key vault certificate name=x|certificate disk path=x|private key path=x|pfx certificate path=x
    redirect uri=r|redirect url=r|redirect uris=r|reply url=r|reply urls=r|callback url=r|redirect=r|callback uri=r|redirect uri template=r|spa redirect uri=R|spa redirect url=R
    callback path=p|redirect path=p|redirect endpoint=p
    post logout redirect uri=l|post logout redirect=l|logout redirect=l|post logout redirect url=l|logout url=l|logout redirect uri=l|post sign out redirect uri=l|front channel logout url=l|logout success url=l|front channel logout uri=l|signed out callback path=-|login redirect url=-
    scopes=z|scope=z|graph user scopes=z|permissions=z|default scope=z|default access token scopes=z|access token scopes=z|scope for access token=z|initial scopes=z|login scopes=z|api scope=z|scope uri=z|api scopes=z|permission scope=z
    expected scopes=e|accepted scopes=e|required scopes=e|accepted scope=e|delegated permission=e|required scope=e|scope required by api=e|required scopes by api=e|app id scope=z|api required permission=e|expected scope=e
    app id uri=u|identifier uri=u|application id uri=u|api identifier=u|resource id=u|app uri=u
    audience=v|valid audience=v|valid audiences=v|audiences=v|allowed audiences=v|token audience=v
    nextauth url=h|auth url=h|home page=h|application url=h|app home page=h|site url=h
    sign up sign in policy id=b|sign up sign in policy=b|signupsignin user flow=b|user flow=b|b2c policy=b|policy name=b|sign in policy=b|sign up or sign in=b|edit profile policy id=b|policies=b|susi policy id=b|b2c tenant name=-
    reset password policy id=b|password reset policy id=b|forgot password policy id=b|edit profile policy=b|reset password policy=b|edit profile=b|reset password=b|default policy=b|user flow id=b|ropc policy id=b|profile edit policy=b|password reset policy=b|sign up sign in=b|signupsignin=b|susi=b|signup or signin policy=b|sign up or sign in policy=b
    """

  private struct Row: Sendable {
    let parts: [String]
    let length: Int
    let sign: UInt8
  }

  /// By their last word, which a key has to end with: each line of each file is asked about.
  private static let rows: [String: [Row]] = Dictionary(grouping: allRows) { $0.parts.last ?? "" }

  private static let allRows: [Row] = table.utf8.span.words { $0 == 0x7C || $0 == 0x0A }.map { row in
    Row(parts: String(row.dropLast(2)).blankParts, length: row.utf8.count - 2, sign: row.utf8.last ?? 0)
  }

  /// The last words of the key, and what they say. Nil for a key that says nothing about a registration.
  private static func match(_ words: [String]) -> (fact: Fact, count: Int)? {
    var best = 0
    var count = 0
    var sign: UInt8 = 0
    guard let last = words.last, let rows = rows[last] else { return nil }
    for row in rows where row.length > best && row.parts.count <= words.count && ends(words, with: row.parts) {
      best = row.length
      count = row.parts.count
      sign = row.sign
    }
    return Fact(rawValue: sign).map { ($0, count) }
  }

  private static func ends(_ words: [String], with parts: [String]) -> Bool {
    var index = words.count - parts.count
    for part in parts {
      guard words[index].hasSameBytes(as: part) else { return false }
      index += 1
    }
    return true
  }
}
