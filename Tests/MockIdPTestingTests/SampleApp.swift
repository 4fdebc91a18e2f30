import Foundation
import MockIdP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A public client that signs in over HTTPS as MSAL does, with a person who fills the pages in: the app under test in these examples.
struct SampleApp {
  struct Answer {
    let status: Int
    let fields: [String: String]
    let body: [String: Any]
    let text: String

    subscript(_ name: String) -> String? { body[name] as? String }
    var codes: [Int] { body["error_codes"] as? [Int] ?? [] }
  }

  let session: URLSession
  let world: MockWorld
  let clientID: String

  init(session: URLSession, world: MockWorld) throws {
    self.session = session
    self.world = world
    clientID = try world.app("mobile").clientID
  }

  /// Signs in on the pages and redeems the code.
  func signIn(as user: String = "alice") async throws -> Answer {
    guard let account = world.accounts.first(where: { $0.alias == user }) else {
      throw URLError(.userAuthenticationRequired)
    }
    var answer = try await send(
      "GET",
      world.authority() + "/oauth2/v2.0/authorize?client_id=\(clientID)&response_type=code"
        + "&redirect_uri=http%3A%2F%2Flocalhost&scope=openid%20profile%20offline_access%20User.Read"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256")
    for _ in 0..<3 {
      guard answer.status == 200 else { break }
      var fields = Self.hiddenFields(of: answer.text)
      fields["loginfmt"] = account.userPrincipalName
      fields["passwd"] = account.password
      let cookie = answer.fields["Set-Cookie"]?.split(separator: ";").first.map(String.init)
      answer = try await send("POST", world.authority() + "/login", fields, cookie: cookie)
    }
    let code = answer.fields["Location"].flatMap { URLComponents(string: $0) }?.queryItems?
      .first { $0.name == "code" }?.value
    return try await token([
      "grant_type": "authorization_code", "code": code ?? "", "redirect_uri": "http://localhost",
      "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    ])
  }

  func refresh(_ token: String?) async throws -> Answer {
    try await self.token(["grant_type": "refresh_token", "refresh_token": token ?? ""])
  }

  func me(_ token: String?) async throws -> Answer {
    try await send("GET", world.graphURL + "/v1.0/me", bearer: token)
  }

  private func token(_ fields: [String: String]) async throws -> Answer {
    try await send(
      "POST", world.authority() + "/oauth2/v2.0/token", fields.merging(["client_id": clientID]) { $1 })
  }

  private func send(
    _ method: String, _ url: String, _ form: [String: String]? = nil, cookie: String? = nil, bearer: String? = nil
  ) async throws -> Answer {
    guard let address = URL(string: url) else { throw URLError(.badURL) }
    var request = URLRequest(url: address)
    request.httpMethod = method
    request.httpShouldHandleCookies = false
    if let cookie { request.setValue(cookie, forHTTPHeaderField: "Cookie") }
    if let bearer { request.setValue("Bearer \(bearer)", forHTTPHeaderField: "Authorization") }
    if let form {
      let text = form.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&")
      request.httpBody = Data(text.utf8)
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let fields = response.allHeaderFields.reduce(into: [String: String]()) { fields, field in
      if let name = field.key as? String { fields[name] = field.value as? String }
    }
    return Answer(
      status: response.statusCode, fields: fields,
      body: (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:],
      text: String(decoding: data, as: UTF8.self))
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))) ?? ""
  }

  private static func hiddenFields(of page: String) -> [String: String] {
    var fields: [String: String] = [:]
    for match in page.matches(of: #/<input type="hidden" name="([^"]+)" value="([^"]*)">/#) {
      fields[String(match.1)] = String(match.2)
    }
    return fields
  }
}
