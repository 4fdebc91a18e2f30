/// The login service's own pages of a sign-in. A new page needs a file next to this one and an entry here; those of a feature stand in its
/// `LoginFeature`.
enum SignInPages {
  static let own: [any SignInStep.Type] = [
    UserNameStep.self, PasswordStep.self, PickerStep.self, OneTimeCodeStep.self, RegisterMethodStep.self,
    ChangePasswordStep.self, ResetPasswordStep.self, ConfirmDeviceStep.self, ConsentStep.self, AdminConsentStep.self,
    ApprovalStep.self,
    ApprovalRequestedStep.self, StaySignedInStep.self,
  ]
}
