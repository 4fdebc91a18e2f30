import Bytes
import Directory
import JSON
import Policy
import YAML

extension WordType where Value == ClaimsProvider {
  /// In the words of Graph's `onTokenIssuanceStartCustomExtension`.
  static let claimsProvider = Self(
    .object([
      .required("targetUrl", .text(.plain), "The address of the API: `https`, or `http` on this machine."),
      .init(
        "resourceId", .text(.plain),
        "The app registration of the API: its App ID URI, its short name or its client id. It is the audience of the token that comes with the call."
      ),
      .init(
        "timeoutInMilliseconds",
        .number(Int64(ClaimsProvider.minimumMilliseconds)...Int64(ClaimsProvider.maximumMilliseconds)),
        "How long one attempt may take; 2000 without it."),
      .init("maximumRetries", .number(0...1), "How often the call is tried again without an answer; 1 without it."),
      .init("id", .guid, "`customAuthenticationExtensionId` of the call; it follows from the app without it."),
      .init("listenerId", .guid, "`authenticationEventListenerId` of the call; it follows from the app without it."),
    ]), label: "mapping with `targetUrl`",
    read: { value, place throws(ScenarioError) in
      var fields = try FileMapping(value, "a mapping such as { targetUrl: 'https://localhost:7071/api/claims' }")
      let target = try fields.require(
        "targetUrl", else: "'\(value.key)' needs 'targetUrl', the address of the API")
      let url = try target.text()
      guard FetchableURL.admits(url) else {
        throw target.error("'\(url)' can't be called; write an address of https, or of http on this machine")
      }
      var provider = ClaimsProvider(
        id: try fields.take("id").map { value throws(ScenarioError) in
          Identifier(try WordType<GUID>.guid.read(value, place))
        } ?? ClaimsProvider.id(ofApp: place.alias),
        listener: try fields.take("listenerId").map { value throws(ScenarioError) in
          Identifier(try WordType<GUID>.guid.read(value, place))
        } ?? ClaimsProvider.listener(ofApp: place.alias), targetURL: url)
      if let app = fields.take("resourceId") {
        let name = try app.text("an App ID URI, or an app's name")
        let known = place.directory.resource(named: name)?.id
        provider.resource = if let known { known } else { try app.existingApplication(in: place.directory).id }
      }
      provider.milliseconds = try fields.take("timeoutInMilliseconds")?.number(
        in: ClaimsProvider.minimumMilliseconds...ClaimsProvider.maximumMilliseconds)
      provider.retries = try fields.take("maximumRetries")?.number(in: 0...1)
      try fields.finish()
      return provider
    },
    write: { provider, names in
      var members: JSONObject = ["targetUrl": .string(provider.targetURL)]
      members.append("resourceId", provider.resource.map { names.application($0) })
      if let time = provider.milliseconds { members.append("timeoutInMilliseconds", .integer(Int64(time))) }
      if let retries = provider.retries { members.append("maximumRetries", .integer(Int64(retries))) }
      members.append("id", "\(provider.id)")
      members.append("listenerId", "\(provider.listener)")
      return .object(members)
    })
}
