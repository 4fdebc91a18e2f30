import Foundation
import MockIdP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fills the pages of a sign-in, as a user does in a browser.
struct Person {
  let alias: String
  let world: MockWorld

  /// The address that the browser ends at: the app's redirect URI with a code.
  func signIn(on page: URL, _ session: URLSession) async throws -> URL {
    let account = world.accounts.first { $0.alias == alias }
    var request = URLRequest(url: page)
    var cookie: String?
    for _ in 0..<4 {
      let (data, response) = try await session.data(for: request)
      guard let response = response as? HTTPURLResponse else { break }
      if let location = response.value(forHTTPHeaderField: "Location"), let end = URL(string: location) { return end }
      // The pages of one sign-in belong to one browser.
      cookie = response.value(forHTTPHeaderField: "Set-Cookie")?.split(separator: ";").first.map(String.init) ?? cookie
      let text = String(decoding: data, as: UTF8.self)
      guard let action = text.firstMatch(of: #/<form[^>]* action="([^"]+)"/#)?.1,
        let target = URL(string: String(action), relativeTo: response.url)
      else { break }
      // A page may have a field of these names already, with nothing in it or what was typed before.
      var fields: [String: String?] = [:]
      for field in text.matches(of: #/<input type="hidden" name="([^"]+)" value="([^"]*)">/#) {
        fields[String(field.1)] = String(field.2)
      }
      fields["loginfmt"] = account?.userPrincipalName
      fields["passwd"] = account?.password
      var form = URLComponents()
      form.queryItems = fields.map { URLQueryItem(name: $0.key, value: $0.value) }
      request = URLRequest(url: target)
      request.httpMethod = "POST"
      request.httpShouldHandleCookies = false
      request.setValue(cookie, forHTTPHeaderField: "Cookie")
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      // A plus sign means a space in a form.
      request.httpBody = form.percentEncodedQuery.map { Data($0.replacingOccurrences(of: "+", with: "%2B").utf8) }
    }
    throw URLError(.userAuthenticationRequired)
  }
}
