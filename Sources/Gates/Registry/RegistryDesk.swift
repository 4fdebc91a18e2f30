import Bytes
import Challenges
import Crypto
import HTTPWire
import JOSE
import JSON
import Time

/// What a registry of containers does with tokens: it gives its own for one of Entra, and takes these alone (Microsoft: "Authenticate
/// with an Azure container registry"; the requests observed from 2021 to 2024).
struct RegistryDesk: Sendable {
  let source: TokenSource
  let clock: any WallClock
  let entropy: any Entropy
  /// Signs the registry's tokens.
  let key: PrivateKey
  /// Whose tokens of Entra it takes.
  let audiences: [String]

  /// What the registry does with a request.
  enum Outcome {
    /// 200 with these members.
    case tokens(JSONObject)
    /// An address of tokens refuses, without a word to the client.
    case denied(String)
    /// The address is not there for that method.
    case nowhere
    case challenged(ServiceFault)
    /// The emulator is asked.
    case passes(isProved: Bool)
  }

  /// The name beside which a refresh token of the registry's is a password.
  private static let nobody = "00000000-0000-0000-0000-000000000000"

  /// The caller's thread may wait for the server.
  func outcome(of request: HTTPRequest) -> Outcome {
    switch request.path {
    case "/oauth2/exchange": request.method == "POST" ? exchange(request) : .nowhere
    case "/oauth2/token": ["GET", "POST"].contains(request.method) ? token(request) : .nowhere
    default: door(request)
    }
  }

  // MARK: The addresses of tokens

  private func exchange(_ request: HTTPRequest) -> Outcome {
    let form = Self.form(request)
    let kind = form["grant_type"] ?? ""
    guard ["access_token", "access_token_refresh_token"].contains(kind) else {
      return .denied("'\(Self.shown(kind))' as grant_type; a registry here takes access_token")
    }
    if let problem = otherService(form, request) { return .denied(problem) }
    if let tenant = form.nonEmpty("tenant"), !ASCII.equalIgnoringCase(tenant, source.tenant) {
      return .denied("the tenant '\(Self.shown(tenant))' is not that of the registry, \(source.tenant)")
    }
    guard let text = form.nonEmpty("access_token") else { return .denied("no access_token") }
    let claims: JSONValue
    do throws(TokenCheck.Fault) {
      claims = try TokenCheck(source: source, clock: clock, audiences: audiences).claims(of: text)
    } catch { return .denied("\(error)") }
    return made(.refresh, for: RegistryTokens.Bearer(claims), request)
  }

  private func token(_ request: HTTPRequest) -> Outcome {
    let form = Self.form(request)
    if let problem = otherService(form, request) { return .denied(problem) }
    let bearer: RegistryTokens.Bearer
    do throws(Denial) {
      if let text = form.nonEmpty("refresh_token") {
        bearer = try self.bearer(of: text, request)
      } else if let name = form.nonEmpty("username") {
        bearer = try self.bearer(name: name, password: form["password"] ?? "", request)
      } else if let (name, password) = Self.basic(request) {
        bearer = try self.bearer(name: name, password: password, request)
      } else {
        return .denied("nobody asks: there are no pulls without a sign-in here")
      }
    } catch { return .denied(error.reason) }
    let scopes = form.fields.filter { $0.name == "scope" }.flatMap { $0.value.split(separator: " ") }
    let access = scopes.compactMap { RegistryAccess(scope: String($0)) }
    let wantsBoth = form["offline_token"] == "true" || form["access_type"] == "offline"
    return made(.access, for: bearer, access: access, request, withRefresh: wantsBoth)
  }

  private func made(
    _ kind: RegistryTokens.Kind, for bearer: RegistryTokens.Bearer, access: [RegistryAccess] = [],
    _ request: HTTPRequest, withRefresh: Bool = false
  ) -> Outcome {
    let tokens = tokens(request)
    var members = JSONObject()
    do throws(CryptoError) {
      for kind in [kind] + (withRefresh ? [.refresh] : []) {
        let text = try tokens.make(kind, for: bearer, access: access, now: clock.now, entropy: entropy)
        members.append(kind.rawValue, .string(text))
      }
    } catch { return .denied("the registry's key does not sign: \(error)") }
    return .tokens(members)
  }

  // MARK: Every other address

  private func door(_ request: HTTPRequest) -> Outcome {
    guard let field = request.fields["Authorization"] else { return .challenged(.missing) }
    if field.utf8.count > 7, ASCII.equalIgnoringCase(field.prefix(7), "Bearer ") {
      let access: [RegistryAccess]
      do throws(ServiceFault) {
        access = try tokens(request).read(String(field.dropFirst(7)), .access, now: clock.now).1
      } catch { return .challenged(error) }
      if let needed = RegistryAccess.needed(method: request.method, path: request.path),
        !access.contains(where: { $0.covers(needed) })
      {
        return .challenged(.scope(needed.scope))
      }
      return .passes(isProved: true)
    }
    guard let (name, password) = Self.basic(request) else { return .challenged(.unknownProof) }
    // The names of an admin and of tokens of a repository are the emulator's affair.
    guard GUID(name) != nil else { return .passes(isProved: false) }
    do throws(Denial) { _ = try bearer(name: name, password: password, request) } catch {
      return .challenged(.password(error.reason))
    }
    return .passes(isProved: true)
  }

  // MARK: Who asks

  private struct Denial: Error {
    let reason: String
  }

  private func bearer(of text: String, _ request: HTTPRequest) throws(Denial) -> RegistryTokens.Bearer {
    do throws(ServiceFault) { return try tokens(request).read(text, .refresh, now: clock.now).0 } catch {
      throw Denial(reason: error.reason)
    }
  }

  /// An app signs in with its client id and its secret, which the login service looks at.
  private func bearer(name: String, password: String, _ request: HTTPRequest) throws(Denial) -> RegistryTokens.Bearer {
    if name == Self.nobody { return try bearer(of: password, request) }
    guard GUID(name) != nil else {
      throw Denial(
        reason:
          "'\(Self.shown(name))' is not a client id; a registry here has neither an admin nor tokens of a repository")
    }
    let form = FormFields([
      ("grant_type", "client_credentials"), ("client_id", name), ("client_secret", password),
      ("scope", ContainerRegistryRefusal.audience + "/.default"),
    ])
    switch source.redeem(form) {
    case .tokens(let answer):
      guard let text = answer["access_token"]?.string, let token = try? JWS.parse(text) else {
        throw Denial(reason: "the token endpoint gave no token")
      }
      return RegistryTokens.Bearer(token.payload)
    case .refused(let reason), .failed(let reason): throw Denial(reason: reason)
    }
  }

  private func tokens(_ request: HTTPRequest) -> RegistryTokens {
    RegistryTokens(key: key, service: request.authority)
  }

  /// The registry is one of its own, whoever else trusts the same tenant.
  private func otherService(_ form: FormFields, _ request: HTTPRequest) -> String? {
    let named = form["service"] ?? ""
    return ASCII.equalIgnoringCase(named, request.authority)
      ? nil : "the service '\(Self.shown(named))' is not this registry, \(request.authority)"
  }

  private static func form(_ request: HTTPRequest) -> FormFields {
    let text = request.method == "POST" ? String(decoding: request.body, as: UTF8.self) : request.query ?? ""
    return FormFields(parsing: text) ?? FormFields()
  }

  private static func basic(_ request: HTTPRequest) -> (name: String, password: String)? {
    guard let field = request.fields["Authorization"], field.utf8.count > 6,
      ASCII.equalIgnoringCase(field.prefix(6), "Basic "), let bytes = Base64.decode(field.dropFirst(6))
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let colon = text.firstIndex(of: ":") else { return nil }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  /// A client's text for a line of standard error.
  private static func shown(_ text: String) -> String { Printable.line(text) }
}
