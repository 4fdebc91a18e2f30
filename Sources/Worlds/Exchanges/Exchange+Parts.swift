package import Bytes

extension Exchange {
  /// A parameter of the request, as the journal may keep it. In the place of a value that is not known as harmless there
  /// is a mark with its length.
  package struct Parameter: Sendable, Hashable {
    /// As the client spelled it.
    package var name: String
    /// Percent-decoded; long values are cut.
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A tenant, an app or a user, by the name that people use and the id on the wire.
  package struct Party: Sendable, Hashable {
    /// `alice`, `mobile`, `contoso`.
    package var alias: String
    /// The object id, or the client id of an app.
    package var id: GUID
    /// Of an app that stands in the place of a seeded one: the alias of the seeded one, which finds it too.
    package var standsFor: String?

    package init(alias: String, id: GUID, standsFor: String? = nil) {
      self.alias = alias
      self.id = id
      self.standsFor = standsFor
    }
  }

  /// What is known of a message that was sent or refused: never its text.
  package struct Mail: Sendable, Hashable {
    /// The address that it says it is from; empty where it says none.
    package var from: String
    /// The addresses of all recipients.
    package var to: [String]
    package var subject: String
    /// How many files are attached.
    package var attachments: Int

    package init(from: String, to: [String], subject: String, attachments: Int) {
      self.from = from
      self.to = to
      self.subject = subject
      self.attachments = attachments
    }
  }

  /// How a message of SAML came (SAML 2.0 bindings). The raw value is the word of `binding` in scenario files.
  package enum MessageBinding: String, Sendable, CaseIterable {
    /// In the address, deflated.
    case redirect
    /// In a form.
    case post
  }

  /// Where a sign-in or a sign-out by SAML began. The raw value is the word of `initiated` in scenario files.
  package enum Initiator: String, Sendable, CaseIterable {
    /// At the app, which sent a request.
    case serviceProvider = "sp"
    /// At the identity provider: an address of My Apps, or a sign-out that SAML apps are only told of.
    case identityProvider = "idp"
  }

  /// How a sign-in or sign-out by SAML began.
  package struct SAMLBeginning: Sendable, Hashable {
    /// How the app's message came. Nil where there was none.
    package var binding: MessageBinding?
    /// Nil for a request of another protocol.
    package var initiator: Initiator?

    package init() {}
  }

  /// How the app's message of SAML came. Nil where there was none.
  package var binding: MessageBinding? {
    get { beginning.binding }
    set { beginning.binding = newValue }
  }

  /// Where the sign-in or sign-out by SAML began. Nil for every other request.
  package var initiator: Initiator? {
    get { beginning.initiator }
    set { beginning.initiator = newValue }
  }

  /// Notes that the server itself failed.
  package mutating func fail(_ reason: String) {
    failure = reason
    because(reason)
  }

  /// What happened in an exchange. The raw value is the word of `event` in scenario files.
  package enum Event: String, Sendable, CaseIterable {
    /// A user proved who they are, on the pages or through `signIn: auto`.
    case signIn
    /// A page refused a sign-in name or a password.
    case signInFailed = "signIn.failed"
    /// A user left the sign-in pages without signing in.
    case signInCancelled = "signIn.cancelled"
    /// The answer was a page that a person has to act on.
    /// Somebody made an account by a user flow.
    case signUp
    /// A one-time code went to a customer's address.
    case codeSent = "oneTimeCode.sent"
    /// The native authentication API refused.
    case nativeRefused = "native.refused"
    /// The native authentication API sent the app to a browser.
    case nativeRedirected = "native.redirected"
    case pageShown = "page.shown"
    case codeIssued = "code.issued"
    case deviceCodeIssued = "deviceCode.issued"
    case authorizeRefused = "authorize.refused"
    case tokenIssued = "token.issued"
    case tokenRefused = "token.refused"
    case resourceServed = "resource.served"
    case resourceRefused = "resource.refused"
    /// A message was sent.
    case mailSent = "mail.sent"
    /// The mail service refused a message.
    case mailRefused = "mail.refused"
    case signOut
    /// A SAML Response with an assertion went to an app.
    case samlIssued = "saml.issued"
    /// A SAML request was refused, on a page or by a Response.
    case samlRefused = "saml.refused"
    /// A SAML LogoutResponse went to an app.
    case samlLoggedOut = "saml.loggedOut"
    /// A SAML LogoutRequest went to an app of the session.
    case samlLogoutSent = "saml.logoutSent"
    /// The service writes that a certificate of an app ends.
    case samlCertificateExpires = "saml.certificateExpires"
    /// The world took in something that it did not know.
    case adopted
    /// A cycle of provisioning ended.
    case provisioningCycle = "provisioning.cycle"
    /// The app has got a change of a user or a group.
    case provisioningSent = "provisioning.sent"
    /// A change of a user or a group did not reach the app, or the app refused it.
    case provisioningFailed = "provisioning.failed"
    /// Provisioning of the app stops but for one try now and then.
    case provisioningQuarantined = "provisioning.quarantined"
  }

  /// What provisioning did, in the words of its logs. The raw value is the word of `action` in scenario files.
  package enum ProvisioningAction: String, Sendable, Codable, CaseIterable {
    case create
    case update
    /// The user may not use the app any more.
    case disable
    /// The user may use it again.
    case restore
    case delete
    /// A disable or delete that is held because there are too many of them.
    case stagedDelete
    /// A whole cycle.
    case cycle
  }
}
