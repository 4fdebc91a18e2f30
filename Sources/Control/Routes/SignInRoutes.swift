import Scenarios
import Worlds

/// The call that signs a user in without the pages.
enum SignInRoutes {
  /// The end of the call's path, by which the server knows a call that may wait.
  static let path = "/signIn"

  static let group = RouteGroup(
    name: "Sign-in", summary: "A user signs in, without a browser.",
    routes: [
      ControlRoute(
        .post, path, "signIn",
        "Plays the user's browser: makes an authorization request, answers the pages, and says where the app would get the browser back.",
        body: .json(order),
        answers: [
          .ok(arrival, "The browser is on its way to the app, with a code, tokens or an error."),
          .conflict("The sign-in ends on a page of the server, and never reaches the app."),
        ], SignInHandlers.signIn)
    ])

  private static let order = Shape.object([
    .required("url", .word, "the authorization request: the address to which the app sends the browser"),
    .init(
      "user", .word, "the name of the user who signs in; as login_hint says, or the first one that may, when left out"),
    .init("session", .text(.free), "what an earlier call answered as session, so that it is the same browser"),
    .init("consent", .words(Persona.ConsentAnswer.self), "the answer to the consent page (accept)"),
    .init("mfa", .words(Persona.MultiFactorAnswer.self), "the answer to the page of the second factor (pass)"),
    .init("cancel", .flag, "true when the user leaves the sign-in page"),
    .init("staySignedIn", .flag, "the answer to \"Stay signed in?\", where the world asks it"),
  ])

  private static let arrival = Shape.object([
    .required("redirectUri", .word, "the app's redirect URI, without parameters"),
    .required("parameters", .map(.text(.free)), "what the app gets, such as code and state"),
    .required("url", .word, "the address with the parameters in it; those of form_post stand in the query"),
    .required("session", .text(.free), "the cookies of this browser, for a next call in which the user is signed in"),
  ])
}
