import Directory
import HTTPWire
import Policy

/// Where a sign-in goes next. Pages and decisions return it, and `SignInJourney.run` carries it out.
enum NextStep {
  /// A decision wants this page: `signIn: auto` answers it, or the user sees it.
  case ask(any SignInStep)
  /// The user sees this page, also with `signIn: auto`: an answer of the user led to it.
  case show(any SignInStep)
  /// Decides what else stands between the account and the answer. The session is the one that the sign-in uses, nil when the
  /// account has proved itself on the pages.
  case proceed(AccountSession?)
  case refuse(Refusal)
  /// The user leaves the pages.
  case cancel
  /// The user does not consent.
  case decline
  /// The sign-in has ended with this answer.
  case end(HTTPResponse)
}
