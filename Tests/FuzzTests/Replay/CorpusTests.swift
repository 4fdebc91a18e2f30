import Expectations
import Foundation
import Testing

/// What fuzzing found stays found: every kept input, and changes of them that are the same in every run, through the checks
/// that libFuzzer drives.
@Suite("Fuzz targets") struct CorpusTests {
  /// Seconds of the processor for the changes of one target; without it there are few, so that they take a moment.
  private static let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap { Double($0) }
  /// The targets that have these seconds, by their names; all without it.
  private static let chosen = ProcessInfo.processInfo.environment["FUZZ_TARGETS"].map {
    $0.split(separator: " ").map(String.init)
  }
  private static let fewest = 200

  @Test("hold for every input that is kept", arguments: FuzzTarget.all)
  func corpus(_ target: FuzzTarget) throws {
    let corpus = try Corpus(of: target)
    #expect(corpus.inputs.count >= 3, "\(target) has seeds")
    for input in corpus.inputs { Self.run(target, input.bytes, input.name) }
  }

  @Test("hold for no bytes, and for the longest there are", arguments: FuzzTarget.all)
  func extremes(_ target: FuzzTarget) {
    Self.run(target, [], "nothing")
    for byte: UInt8 in [0x00, 0x0A, 0x20, 0x22, 0x25, 0x26, 0x2E, 0x5B, 0x61, 0x7B, 0xFF] {
      Self.run(target, Array(repeating: byte, count: target.maximumBytes), "\(target.maximumBytes) times \(byte)")
    }
  }

  @Test("hold for changes of what is kept", arguments: FuzzTarget.all)
  func changes(_ target: FuzzTarget) throws {
    let corpus = try Corpus(of: target)
    var mutator = Mutator(seed: 7, words: corpus.words)
    let start = ProcessorTime.ofThread
    let seconds = Self.chosen?.contains(target.name) ?? true ? Self.seconds ?? 0 : 0
    for number in 0... {
      if number >= Self.fewest, ProcessorTime.ofThread - start >= seconds { break }
      let input = corpus.inputs[mutator.below(corpus.inputs.count)]
      let other = corpus.inputs[mutator.below(corpus.inputs.count)]
      let bytes = mutator.change(input.bytes, with: other.bytes, maximumBytes: target.maximumBytes)
      Self.run(target, bytes, "change \(number), of \(input.name)")
    }
  }

  /// Each statement had all texts behind a missing quote for its value.
  @Test(
    "of source hold for a quote that is missing",
    arguments: [
      "src/config.ts\nexport cohttps://login.microsoftonline.com/nst c = { auth: { clientId: \"1b6c27a9-dd41\", a<?php 'id' => env('ID', '') ];\n"
    ])
  func missingQuote(_ text: String) { Self.run(.intake, Array(text.utf8), "a quote that is missing") }

  @Test("are told apart by their names") func names() {
    expectEqual(Set(FuzzTarget.all.map(\.name)).count, FuzzTarget.all.count)
    for target in FuzzTarget.all { expectEqual(FuzzTarget.named(target.name)?.name, target.name) }
    expectNil(FuzzTarget.named("nothing"))
  }

  private static func run(_ target: FuzzTarget, _ bytes: [UInt8], _ name: String) {
    do {
      try target.check(bytes)
    } catch {
      Issue.record("\(target), \(name): \(error)\nBase64: \(Data(bytes).base64EncodedString())")
    }
  }
}
