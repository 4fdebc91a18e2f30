package import Directory
package import HTTPWire
package import Policy

/// What a sign-in does next. Pages and decisions return it, and `SignInJourney.run` carries it out.
package enum NextStep {
  /// A decision needs this page: with `signIn: auto` the persona answers it, else the user sees it.
  case ask(any SignInStep)
  /// The user sees this page, also with `signIn: auto`, because the user's own answer led to it.
  case show(any SignInStep)
  /// Decides what else is needed between the account and the answer. The session is the one that the sign-in uses;
  /// nil when the account has proved itself on the pages.
  case proceed(AccountSession?)
  /// The sign-in ends with this refusal.
  case refuse(Refusal)
  /// The user leaves the pages.
  case cancel
  /// The user declines to consent, or does not approve the device.
  case decline
  /// The sign-in has ended with this answer.
  case end(HTTPResponse)
}
