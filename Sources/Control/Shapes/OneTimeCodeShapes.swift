import Policy
import Scenarios

/// The shape of a one-time code in answers.
enum OneTimeCodeShapes {
  static let list = Shape.listing(
    "oneTimeCodes",
    of: .named(
      "OneTimeCode",
      .object([
        .required("target", .word, "the e-mail address or phone number that it went to"),
        .required("code", .word, "the code: eight digits"),
        .required("purpose", .words(CodePurpose.self), "what it proves"),
        .required("tenant", .word, "the tenant's short name"),
        .required("client", .word, "the app's short name"),
        .required("sentAt", .time, "when it was sent"),
      ])), "the codes, the newest first")
}
