import Directory
import JSON

extension Application {
  static let tokenWords: [Word<Application>] = [
    .member(
      "groupMembershipClaims", \.groupMembershipClaims, .optional(.choice), "The groups that tokens name.",
      new: "`None`", show: .never),
    .member(
      "optionalClaims", \.optionalClaims, .optional(.optionalClaims), "Claims that tokens carry beside the usual ones.",
      show: .never),
    .member(
      "requestedAccessTokenVersion", \.accessTokenVersion, .accessTokenVersion,
      "Of an API: the version of access tokens for it. `null` is 1, as Graph has it.", new: "2, under `resources` 1",
      show: .present,
      unless: 2),
    .member(
      "tokenLifetimes", \.tokenLifetimes, .optional(.tokenLifetimes),
      "Lifetimes of tokens for the app, in the place of the world's."),
    .member(
      "acceptMappedClaims", \.acceptsMapped, .flag,
      "Whether tokens may hold mapped claims although the app has no signing key of its own.", new: "`false`",
      unless: false),
  ]
}
