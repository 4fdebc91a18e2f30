import Bytes

extension Form {
  /// Constants in source of JavaScript, TypeScript, Python, Swift, Kotlin, Java, C#, Go, Dart and PHP.
  static let sourceConstants = Form(name: "constants in source") { document, found in
    guard document.hasExtension("js ts jsx tsx mjs cjs mts vue py swift kt java cs go m dart php rb html") else {
      return false
    }
    let name = document.smallName
    let isTest = [".test.", ".spec.", ".min.", "_test.", "test_"].contains { name.firstPlace(of: $0) != nil }
    guard !isTest, name != "msal.js", name != "adal.js" else { return false }
    hints(in: document, into: &found)
    let text = ASCII.lowercased(String(decoding: document.text.bytes, as: UTF8.self))
    let needles = [
      "client_id", "clientid", "client-id", "login.microsoftonline", "msauth", "clientapplication", "applicationid",
      "appid", "secretcredential",
    ]
    guard needles.contains(where: { text.firstPlace(of: $0) != nil }) else { return false }
    let isMicrosoft = ["microsoft", "msal", "azure", "msauth", "entra", "azidentity"].contains {
      text.firstPlace(of: $0) != nil
    }
    guard isMicrosoft else { return false }
    var settings = SourceSettings.parse(document.text, hashComments: document.hasExtension("py rb"))
    settings = SourceConstants(settings).resolved
    var group = SettingsGroup(settings, in: document)
    group.isCertain = true
    return group.read(into: &found)
  }

  private static let signs = """
    AddMicrosoftIdentityWebApi=api|AddMicrosoftIdentityWebApp=web|AddMicrosoftIdentityWebAppAuthentication=web|\
    PublicClientApplicationBuilder=native|@azure/msal-browser=spa|@azure/msal-react=spa|@azure/msal-angular=spa|\
    msal.PublicClientApplication(=native|ConfidentialClientApplicationBuilder=daemon|MSALPublicClientApplication=native|\
    com.microsoft.identity.client=native|import MSAL=native|DeviceCodeCredential=native|InteractiveBrowserCredential=native|\
    BearerStrategy=api|passport-azure-ad=web|msal.UserAgentApplication=spa|JwtBearer=api|AddAzureADBearer=api|\
    ClientSecretCredential=daemon|acquire_token_for_client=daemon|acquireTokenByClientCredential=daemon|\
    AcquireTokenForClient=daemon|ClientCredentialParameters=daemon|get_authorization_request_url=web|\
    initiate_auth_code_flow=web|identity.flask=web|identity.django=web|acquireTokenByCode=web|AuthorizationCodeParameters=web|\
    AddMicrosoftAccountAuthorization=web|msal.js=spa|AddMsalAuthentication=spa|alcdn.msauth.net=spa|DeviceCodeFlowParameters=native|\
    initiate_device_flow=native|UserNamePasswordParameters=native|IntegratedWindowsAuthenticationParameters=native|\
    acquireTokenByDeviceCode=native|acquireTokenInteractive=native|OnBehalfOfParameters=api|acquire_token_on_behalf_of=api|\
    acquireTokenOnBehalfOf=api|UseOpenIdConnectAuthentication=web|oauth2ResourceServer(=api|AadResourceServerHttpSecurityConfigurer=api|\
    oauth2Login=web|AadWebApplicationHttpSecurityConfigurer=web|UseWindowsAzureActiveDirectoryBearerAuthentication=api|\
    AadAuthenticationFilter=api
    """

  /// What the libraries that the source calls say about the kind of client.
  private static func hints(in document: Document, into found: inout Found) {
    let text = String(decoding: document.text.bytes, as: UTF8.self)
    for row in signs.parts(0x7C) {
      guard let equals = row.lastIndex(of: "="), let place = text.firstPlace(of: String(row[..<equals])),
        let kind = ClientKind(rawValue: String(row[row.index(after: equals)...]))
      else { continue }
      let line = text.utf8[..<place.lowerBound].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
      found.hints.append((document.project, kind, document.place(line)))
    }
  }
}

/// Puts the values of a file's own constants in the place of their names.
struct SourceConstants {
  private let settings: [Setting]

  init(_ settings: [Setting]) { self.settings = settings }

  var resolved: [Setting] {
    var output: [Setting] = []
    for setting in settings {
      // A parameter that is only handed on says nothing.
      let value = value(of: setting.value, except: setting)
      let values = setting.values.map { self.value(of: $0, except: setting) }
      if let name = Reference.parts(of: value)?.name, !isVariable(name) { continue }
      var setting = setting
      setting.value = value
      setting.values = values.filter { Reference.parts(of: $0).map { isVariable($0.name) } ?? true }
      output.append(setting)
    }
    return output
  }

  private func value(of text: String, except own: Setting) -> String {
    guard text.firstPlace(of: "${") != nil else { return text }
    return Reference.resolve(text, keepingDefaults: true) { name in
      settings.first { $0.key == name && $0.value != text && ($0.line != own.line || $0.key != own.key) }?.value
    }
  }

  /// Names of environment variables have capital letters only.
  private func isVariable(_ name: String) -> Bool {
    name.utf8.allSatisfy { ASCII.isUppercase($0) || ASCII.isDigit($0) || $0 == 0x5F } && !name.isEmpty
  }
}
