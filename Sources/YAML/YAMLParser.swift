import CYAML

/// Libyaml's parser over a borrowed buffer, as a source of events. It must not outlive the buffer, so it stays inside
/// of the function that borrows it.
final class YAMLParser {
  /// One event, as a copy of libyaml's.
  struct Event {
    enum Kind {
      case documentStart
      case documentEnd
      case streamEnd
      case alias(String)
      case scalar(String, isQuoted: Bool)
      case sequenceStart
      case sequenceEnd
      case mappingStart
      case mappingEnd
      case other
    }

    var kind: Kind
    var mark: YAMLMark
    var anchor: String?
    var tag: String?
  }

  /// On the heap, because libyaml keeps pointers from the parser into itself.
  private let raw: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeBufferPointer<UInt8>

  init(reading input: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
    raw = .allocate(capacity: 1)
    self.input = input
    guard yaml_parser_initialize(raw) == 1 else {
      // Initialisation made nothing, and `deinit` may delete a parser of zeros.
      UnsafeMutableRawPointer(raw).initializeMemory(
        as: UInt8.self, repeating: 0, count: MemoryLayout<yaml_parser_t>.size)
      throw YAMLError("out of memory", at: YAMLMark(line: 1, column: 1))
    }
    // Otherwise libyaml would read a text that begins like UTF-16 as UTF-16.
    yaml_parser_set_encoding(raw, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(raw, input.baseAddress, input.count)
  }

  deinit {
    yaml_parser_delete(raw)
    raw.deallocate()
  }

  func next() throws(YAMLError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(raw, &event) == 1 else { throw error }
    defer { yaml_event_delete(&event) }
    var result = Event(kind: .other, mark: Self.mark(event.start_mark))
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    case YAML_STREAM_END_EVENT: result.kind = .streamEnd
    case YAML_ALIAS_EVENT: result.kind = .alias(Self.text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      result.anchor = Self.text(scalar.anchor)
      result.tag = Self.text(scalar.tag)
      let isString = result.tag == YAML_STR_TAG || result.tag == "!"
      if isString { result.tag = nil }
      result.kind = .scalar(text, isQuoted: isString || scalar.style != YAML_PLAIN_SCALAR_STYLE)
    case YAML_SEQUENCE_START_EVENT:
      result.anchor = Self.text(event.data.sequence_start.anchor)
      result.tag = Self.text(event.data.sequence_start.tag)
      result.kind = .sequenceStart
    case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      result.anchor = Self.text(event.data.mapping_start.anchor)
      result.tag = Self.text(event.data.mapping_start.tag)
      result.kind = .mappingStart
    case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
    default: break
    }
    return result
  }

  private static func text(_ bytes: UnsafeMutablePointer<UInt8>?) -> String? {
    bytes.map { String(cString: $0) }
  }

  private static func mark(_ mark: yaml_mark_t) -> YAMLMark { YAMLMark(line: mark.line + 1, column: mark.column + 1) }

  /// Libyaml's problem, with the step that it was doing.
  private var error: YAMLError {
    let problem = raw.pointee.problem.map { String(cString: $0) } ?? "out of memory"
    switch raw.pointee.error {
    case YAML_READER_ERROR:
      return YAMLError(problem, at: position(ofByteAt: raw.pointee.problem_offset))
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
      let context = raw.pointee.context.map { " " + String(cString: $0) } ?? ""
      return YAMLError(problem + context, at: Self.mark(raw.pointee.problem_mark))
    default:
      return YAMLError(problem, at: Self.mark(raw.pointee.mark))
    }
  }

  /// The place of a byte. For an invalid byte libyaml tells only the offset.
  private func position(ofByteAt offset: Int) -> YAMLMark {
    var mark = YAMLMark(line: 1, column: 1)
    for byte in input.prefix(offset) {
      if byte == 0x0A {
        mark = YAMLMark(line: mark.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        mark.column += 1
      }
    }
    return mark
  }
}
