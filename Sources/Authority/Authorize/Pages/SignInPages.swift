/// Every page of a sign-in. A new page is a file beside this one and a row here.
enum SignInPages {
  static let all: [any SignInStep.Type] = [
    UserNameStep.self, PasswordStep.self, PickerStep.self, OneTimeCodeStep.self, RegisterMethodStep.self,
    ChangePasswordStep.self, ConfirmDeviceStep.self, ConsentStep.self, AdminConsentStep.self, ApprovalStep.self,
    ApprovalRequestedStep.self, StaySignedInStep.self,
  ]

  /// The page of that name, nil when a stored sign-in names one that this server does not have.
  static func step(named name: String, for request: AuthorizeRequest) -> (any SignInStep)? {
    all.first { $0.name == name && $0.isMeant(by: request) }?.init()
  }
}
