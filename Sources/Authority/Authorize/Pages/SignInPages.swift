/// All pages of a sign-in. A new page needs a file next to this one and an entry here.
enum SignInPages {
  static let all: [any SignInStep.Type] = [
    UserNameStep.self, PasswordStep.self, PickerStep.self, OneTimeCodeStep.self, RegisterMethodStep.self,
    ChangePasswordStep.self, ConfirmDeviceStep.self, ConsentStep.self, AdminConsentStep.self, ApprovalStep.self,
    ApprovalRequestedStep.self, StaySignedInStep.self, ExternalCodeStep.self, ExternalAddressStep.self,
    ExternalDetailsStep.self, ExternalPasswordStep.self, ExternalProviderStep.self, ExternalBlockStep.self,
  ]

  /// The page of that name. Nil when a stored sign-in has the name of a page that this server does not have.
  static func step(named name: String, for request: AuthorizeRequest) -> (any SignInStep)? {
    all.first { $0.name == name && $0.isMeant(by: request) }?.init()
  }
}
