import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The app under test: it shows who the user is, and asks the user to sign in when it must.
public actor Profile {
  /// Shows the sign-in page to the user, and returns the address that the browser ends at.
  public typealias AskUser = @Sendable (_ page: URL, _ session: URLSession) async throws -> URL

  /// How often the user was asked to sign in.
  public private(set) var timesAsked = 0

  private let authority: String
  private let graph: String
  private let clientID: String
  private let session: URLSession
  private let askUser: AskUser
  private var refreshToken: String?

  private static let redirect = "http://localhost"
  private static let scopes = "openid profile offline_access User.Read"

  /// - Parameters:
  ///   - authority: Microsoft's, for all but tests.
  ///   - graph: the same.
  ///   - clientID: the app's registration.
  ///   - session: what carries the requests.
  ///   - askUser: opens the browser.
  public init(
    authority: String = "https://login.microsoftonline.com/common", graph: String = "https://graph.microsoft.com",
    clientID: String, session: URLSession = .shared, askUser: @escaping AskUser
  ) {
    self.authority = authority
    self.graph = graph
    self.clientID = clientID
    self.session = session
    self.askUser = askUser
  }

  /// The display name of the user. A refresh token that is refused is a reason to ask the user again.
  public func show() async throws -> String {
    let token: String
    if let refreshToken, let renewed = try await renew(refreshToken) {
      token = renewed
    } else {
      token = try await signIn()
    }
    let user = try await answer(URLRequest(url: Self.url(graph + "/v1.0/me")), bearer: token)
    return user["displayName"] ?? ""
  }

  private func signIn() async throws -> String {
    timesAsked += 1
    let end = try await askUser(
      Self.url(
        authority + "/oauth2/v2.0/authorize",
        [
          "client_id": clientID, "response_type": "code", "redirect_uri": Self.redirect, "scope": Self.scopes,
          "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
        ]), session)
    let code = URLComponents(url: end, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "code" }?.value
    guard let code, let token = try await redeem(["grant_type": "authorization_code", "code": code]) else {
      throw URLError(.userAuthenticationRequired)
    }
    return token
  }

  private func renew(_ refreshToken: String) async throws -> String? {
    try await redeem(["grant_type": "refresh_token", "refresh_token": refreshToken])
  }

  private func redeem(_ fields: [String: String]) async throws -> String? {
    var request = URLRequest(url: try Self.url(authority + "/oauth2/v2.0/token"))
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    let form = fields.merging([
      "client_id": clientID, "redirect_uri": Self.redirect,
      "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    ]) { own, _ in own }
    var body = URLComponents()
    body.queryItems = form.map { URLQueryItem(name: $0.key, value: $0.value) }
    // A plus sign means a space in a form.
    request.httpBody = body.percentEncodedQuery.map { Data($0.replacingOccurrences(of: "+", with: "%2B").utf8) }
    let tokens = try await answer(request)
    refreshToken = tokens["refresh_token"]
    return tokens["access_token"]
  }

  private func answer(_ request: URLRequest, bearer: String? = nil) async throws -> [String: String] {
    var request = request
    if let bearer { request.setValue("Bearer \(bearer)", forHTTPHeaderField: "Authorization") }
    let (data, _) = try await session.data(for: request)
    let members = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return members?.compactMapValues { $0 as? String } ?? [:]
  }

  private static func url(_ text: String, _ query: [String: String] = [:]) throws -> URL {
    var components = URLComponents(string: text)
    if !query.isEmpty { components?.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) } }
    guard let url = components?.url else { throw URLError(.badURL) }
    return url
  }
}
