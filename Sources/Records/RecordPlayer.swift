import Bytes
import Crypto
import HTTPWire
import JOSE
import JSON
import Time

/// Plays records in a world of their own, without sockets.
package struct RecordPlayer: Sendable {
  private let keys: KeyRing

  /// The keys that sign are those of seeded runs.
  package init() throws {
    keys = try DevelopmentKeys.ring { () throws(CryptoError) in
      try SigningKey.make(now: Stage.start, entropy: SystemEntropy())
    }
  }

  /// Where this program answers otherwise than the record says.
  /// - Throws: `RecordFault` when a step cannot be made, and errors of the world.
  package func differences(from record: Record) throws -> [Difference] {
    var found: [Difference] = []
    try play(record) { step, expected, answer, names in
      found += expected.differences(from: answer, in: step, names)
    }
    return found
  }

  /// The answers to the steps that make a request, in their order.
  package func answers(to record: Record) throws -> [AnswerView] {
    var answers: [AnswerView] = []
    try play(record, seeing: { answers.append($0) }, compare: { _, _, _, _ in })
    return answers
  }

  private func play(
    _ record: Record, seeing: (AnswerView) -> Void = { _ in },
    compare: (Int, AnswerExpectation, AnswerView, Names) -> Void
  ) throws {
    let stage = try Stage(try record.scenario.get(), keys: keys.copy())
    var names = Names { stage.value(of: $0) ?? ClientKey.shared?.value(of: $0) }
    var browsers: [String: PlayedBrowser] = [:]
    for (index, step) in record.steps.enumerated() {
      var browser = browsers[step.browser ?? ""] ?? PlayedBrowser()
      var answer: AnswerView?
      for _ in 0..<step.times { answer = try make(step, on: stage, &browser, &names, number: index + 1) ?? answer }
      if let name = step.browser { browsers[name] = browser }
      guard let answer else { continue }
      seeing(answer)
      for taken in step.takes {
        guard let value = taken.path.value(in: answer) else {
          throw RecordFault(
            "step \(index + 1), line \(step.line): the answer has no \(taken.path.place.rawValue) "
              + "\(taken.path.names.joined(separator: ".")) to take as '\(taken.name)': \(answer.response.status) "
              + (answer.message ?? answer.response.fields["Location"] ?? String(answer.text.prefix(300))))
        }
        names[taken.name] = value
      }
      // What was taken may stand in what is expected of the same answer, such as an id in Location.
      if let expected = step.answer { compare(index + 1, expected, answer, names) }
    }
  }

  private func make(
    _ step: RecordStep, on stage: Stage, _ browser: inout PlayedBrowser, _ names: inout Names, number: Int
  ) throws -> AnswerView? {
    switch step.deed {
    case .wait(let duration):
      stage.wait(duration)
      return nil
    case .sign(let thing):
      names[thing.name] = .string(try Self.signed(thing, names))
      return nil
    case .request(let recorded):
      let request = browser.dressed(RequestWriter.request(recorded, names))
      if let service = recorded.guarding { return AnswerView(try stage.answer(request, guarding: service)) }
      return browser.open(request, on: stage, follows: step.follows)
    case .submit(let filled, let button):
      guard let form = browser.shown?.form, let place = browser.place else {
        throw RecordFault("step \(number), line \(step.line): no page with a form is shown")
      }
      var fields = FormFields(form.fields)
      for (name, value) in filled { fields.set(names.filled(name), names.filled(value)) }
      if let button, let pressed = form.buttons.first(where: { $0.value == button }) {
        fields.set(pressed.name, pressed.value)
      }
      let request = RequestWriter.request(
        "POST", PlayedBrowser.absolute(form.action, from: place),
        fields: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(fields.encoded.utf8))
      return browser.open(browser.dressed(request), on: stage, follows: step.follows)
    }
  }

  private static func signed(_ thing: SignedThing, _ names: Names) throws -> String {
    guard let client = ClientKey.shared else { throw RecordFault("the key of the clients cannot be read") }
    var header = names.filled(thing.header).object ?? JSONObject()
    if header["alg"] == nil { header["alg"] = "RS256" }
    return try JWS.compact(
      header: .object(header), payload: numbers(names.filled(thing.claims)), key: client.key)
  }

  /// `exp: "{now+600}"` was filled in as a text, and is a number in a token.
  private static func numbers(_ claims: JSONValue) -> JSONValue {
    guard var object = claims.object else { return claims }
    for name in ["exp", "nbf", "iat"] {
      if let seconds = object[name]?.string.flatMap({ Int64($0) }) { object[name] = .integer(seconds) }
    }
    return .object(object)
  }
}
