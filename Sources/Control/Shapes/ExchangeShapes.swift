import Scenarios
import Worlds

/// The shape of an exchange as the journal has it. `ExchangeJSON` writes it.
enum ExchangeShapes {
  private static let party = Shape.object([
    .required("alias", .word, "the short name"), .required("id", .guid, "the id"),
  ])

  private static let refusal = Shape.object([
    .required("code", .word, "the AADSTS code"), .required("name", .word, "its name in the catalogue"),
    .required("error", .word, "the OAuth word"), .init("suberror", .word, "the word that narrows it down"),
    .required("message", .word, "the text that was sent"), .required("meaning", .word, "what it means"),
    .required("remedy", .word, "what helps"),
  ])

  static let exchange = Shape.named(
    "Exchange",
    .object([
      .required("number", .count, "counts up from 1"),
      .required("startedAt", .time, "the world's time"),
      .required("traceId", .guid, "the id the server gave it"),
      .required("correlationId", .guid, "the client's id"),
      .required("method", .word, "the method"), .required("host", .text(.free), "the host that was asked"),
      .required("path", .word, "the path"),
      .required("endpoint", .words(EndpointName.self), "the endpoint"),
      .required("status", .count, "the answer's status"),
      .init("tenant", party, "the tenant"), .init("client", party, "the app"), .init("user", party, "the user"),
      .init("grant", .text(.free), "the grant_type"), .init("prompt", .text(.free), "the prompt"),
      .init("userFlow", .word, "the user flow of Azure AD B2C"),
      .init("binding", .words(Exchange.MessageBinding.self), "how the app's message of SAML came"),
      .init("initiated", .words(Exchange.Initiator.self), "where a sign-in or sign-out by SAML began"),
      .init("scopes", .list(.text(.free)), "the scopes that were asked"),
      .init("resource", .word, "the API a token is for"),
      .init("page", .word, "the page that was shown"), .init("library", .text(.free), "what the client says it is"),
      .init("traceparent", .text(.free), "the client's trace, as W3C Trace Context has it"),
      .init("tracestate", .text(.free), "what other systems say of that trace"),
      .init("parameters", .list(parameter), "the parameters, without secrets"),
      .required("events", .list(.words(Exchange.Event.self)), "what happened"),
      .required("reasons", .list(.word), "why the answer is what it is, in order"),
      .init("adopted", .list(.word), "what the world took in because this request named it first"),
      .init("rules", .list(.word), "the rules that took part"),
      .init("refusal", refusal, "the refusal"),
      .init("resourceError", .word, "Graph's word for a refusal"),
      .init("mail", mail, "the message that was sent or refused"),
      .init("why", .word, "the cause in one sentence or a few: of a refusal, and of an answer that surprises"),
      .init("answer", answer, "what the client got; of one exchange, and of all with `answers=all`"),
      .init("world", .word, "the world's name, in an answer about all worlds"),
    ]))

  private static let mail = Shape.object([
    .required("from", .text(.free), "the address that it is from"),
    .required("to", .list(.text(.free)), "the recipients"),
    .required("subject", .text(.free), "the subject"), .required("attachments", .count, "how many files are attached"),
  ])

  private static let parameter = Shape.object([
    .required("name", .text(.free), "the parameter's name"), .required("value", .text(.free), "its value"),
  ])

  private static let answer = Shape.object([
    .required("fields", .list(field), "the header fields, in their order; cookies without their values"),
    .init("body", .text(.free), "the text of the body, tokens as marks, at most 16,384 bytes"),
    .required("size", .count, "the length of the whole body in bytes"),
    .init("isCut", .flag, "whether the body is longer than what is shown"),
  ])

  private static let field = Shape.object([
    .required("name", .word, "the field's name"), .required("value", .text(.free), "its value"),
  ])

  static let list = Shape.object([
    .required("exchanges", .list(exchange), "the exchanges, the oldest first"),
    .required("last", .count, "the number to give as 'after' to see what comes next"),
  ])
}
