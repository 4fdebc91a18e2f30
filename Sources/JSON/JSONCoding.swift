/// Turns `Encodable` values into `JSONValue` and back, without Foundation. Nil members are left out. The decoder
/// ignores members that it does not know, so that an older program reads what it can of a newer store.
package enum JSONCoding {
  /// The JSON of a value.
  /// - Throws: `EncodingError` for an integer above 64 bits, and what the value itself throws.
  package static func encode(_ value: some Encodable) throws -> JSONValue {
    let box = Box()
    try value.encode(to: ValueEncoder(box: box, codingPath: []))
    return box.value
  }

  /// The value in a JSON.
  /// - Throws: `DecodingError` for a missing member or a value of another type.
  package static func decode<Value: Decodable>(_ type: Value.Type, from value: JSONValue) throws -> Value {
    try Value(from: ValueDecoder(value: value, codingPath: []))
  }
}

/// The place where an encoder puts its result. The containers of one value share it.
private final class Box {
  private var scalar: JSONValue = .null
  private var members: [(name: String, box: Box)]?
  private var elements: [Box]?

  var value: JSONValue {
    if let members {
      return .object(JSONObject(members.map { JSONObject.Member(name: $0.name, value: $0.box.value) }))
    }
    if let elements { return .array(elements.map(\.value)) }
    return scalar
  }

  func set(_ value: JSONValue) { scalar = value }

  func becomeObject() { if members == nil { members = [] } }

  func becomeArray() { if elements == nil { elements = [] } }

  var count: Int { elements?.count ?? 0 }

  func member(_ name: String) -> Box {
    let box = Box()
    members?.append((name, box))
    return box
  }

  func element() -> Box {
    let box = Box()
    elements?.append(box)
    return box
  }
}

private struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let box: Box
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    box.becomeObject()
    return KeyedEncodingContainer(Keyed(box: box, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    box.becomeArray()
    return Unkeyed(box: box, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { box.set(.null) }
  func encode(_ value: Bool) { box.set(.bool(value)) }
  func encode(_ value: String) { box.set(.string(value)) }
  func encode(_ value: Double) { box.set(.double(value)) }

  func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let integer as any BinaryInteger:
      guard let exact = Int64(exactly: integer) else {
        throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: "past 64 bits"))
      }
      box.set(.integer(exact))
    case let double as Double: box.set(.double(double))
    case let text as String: box.set(.string(text))
    case let bool as Bool: box.set(.bool(bool))
    default: try value.encode(to: self)
    }
  }

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let box: Box
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { box.member(key.stringValue).set(.null) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try ValueEncoder(box: box.member(key.stringValue), codingPath: codingPath + [key]).encode(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
      Nested
    > {
      ValueEncoder(box: box.member(key.stringValue), codingPath: codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      ValueEncoder(box: box.member(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ValueEncoder(box: box.member("super"), codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder {
      ValueEncoder(box: box.member(key.stringValue), codingPath: codingPath + [key])
    }
  }

  struct Unkeyed: UnkeyedEncodingContainer {
    let box: Box
    let codingPath: [any CodingKey]
    var count: Int { box.count }

    func encodeNil() { box.element().set(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
      try ValueEncoder(box: box.element(), codingPath: codingPath).encode(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      ValueEncoder(box: box.element(), codingPath: codingPath).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      ValueEncoder(box: box.element(), codingPath: codingPath).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ValueEncoder(box: box.element(), codingPath: codingPath) }
  }
}

private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "found \(value.text.prefix(40))"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let object = value.object else { throw mismatch(JSONObject.self) }
    return KeyedDecodingContainer(Keyed(object: object, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let array = value.array else { throw mismatch([JSONValue].self) }
    return Unkeyed(array: array, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let bool = value.bool else { throw mismatch(type) }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard let string = value.string else { throw mismatch(type) }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double {
    switch value {
    case .double(let double): return double
    case .integer(let integer): return Double(integer)
    default: throw mismatch(type)
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let integerType = type as? any FixedWidthInteger.Type {
      guard let integer = value.integer, let exact = integerType.init(exactly: integer) as? Value else {
        throw mismatch(type)
      }
      return exact
    }
    if type == String.self, let string = try decode(String.self) as? Value { return string }
    if type == Bool.self, let bool = try decode(Bool.self) as? Value { return bool }
    if type == Double.self, let double = try decode(Double.self) as? Value { return double }
    return try Value(from: self)
  }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let codingPath: [any CodingKey]
    var allKeys: [Key] { object.names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    private func decoder(_ key: Key) throws -> ValueDecoder {
      guard let value = object[key.stringValue] else {
        throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "is missing"))
      }
      return ValueDecoder(value: value, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<Nested>
    {
      try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { ValueDecoder(value: object["super"] ?? .null, codingPath: codingPath) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
  }

  struct Unkeyed: UnkeyedDecodingContainer {
    let array: [JSONValue]
    let codingPath: [any CodingKey]
    var currentIndex = 0
    var count: Int? { array.count }
    var isAtEnd: Bool { currentIndex >= array.count }

    init(array: [JSONValue], codingPath: [any CodingKey]) {
      self.array = array
      self.codingPath = codingPath
    }

    private mutating func next() throws -> ValueDecoder {
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          JSONValue.self, .init(codingPath: codingPath, debugDescription: "the array ends"))
      }
      defer { currentIndex += 1 }
      return ValueDecoder(value: array[currentIndex], codingPath: codingPath)
    }

    mutating func decodeNil() -> Bool {
      guard !isAtEnd, array[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
      try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try next() }
  }
}

// Values whose form is not known here, such as the properties that an app gives to a user, are kept as the JSON that they are.

extension JSONValue: Codable {
  /// - Throws: `DecodingError` from another decoder than the one of `JSONCoding`.
  package init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? ValueDecoder else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "is not JSON"))
    }
    self = decoder.value
  }

  /// - Throws: `EncodingError` with another encoder than the one of `JSONCoding`.
  package func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? ValueEncoder else {
      throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "is JSON"))
    }
    encoder.box.set(self)
  }
}

extension JSONObject: Codable {
  /// - Throws: `DecodingError` for any other value than an object.
  package init(from decoder: any Decoder) throws {
    guard let object = try JSONValue(from: decoder).object else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "is not an object"))
    }
    self = object
  }

  package func encode(to encoder: any Encoder) throws { try JSONValue.object(self).encode(to: encoder) }
}
