import Bytes

extension FuzzTarget {
  /// Queries and forms: what is written is what is read, and no value becomes another field.
  static let form = FuzzTarget(
    name: "form", summary: "a query string or a form body", maximumBytes: 512
  ) { bytes in
    let text = FuzzInput.text(bytes)
    try checkPercent(text)
    guard let form = FormFields(parsing: text) else { return }
    try require(form.fields.count <= text.utf8.count { $0 == 0x26 } + 1, "\(form.fields.count) fields")
    let again = FormFields(parsing: form.encoded)
    // A field that has neither name nor value is written as "=".
    try require(again.map { same($0, form) } ?? false, "\(form.fields) is read back as \(again?.fields ?? [])")
    try require(
      form.encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E },
      "a character in \(form.encoded) that a URL or a header cannot have")
    for cut in text.utf8.indices where text.utf8[cut] == 0x26 {
      guard let left = FormFields(parsing: text[..<cut]),
        let right = FormFields(parsing: text[text.utf8.index(after: cut)...])
      else { throw FuzzFinding("whole it is read, cut at an '&' it is not") }
      try require(same(FormFields(pairs(left) + pairs(right)), form), "cut at an '&', the fields are others")
      break
    }
    for field in form.fields {
      let first = form.fields.first { $0.name.hasSameBytes(as: field.name) }
      try require(form[field.name]?.hasSameBytes(as: first?.value ?? "") ?? false, "'\(field.name)' is another field")
    }
    var spellings: [[UInt8]] = []
    for field in form.fields {
      let name = Array(field.name.utf8)
      if spellings.contains(name) {
        try require(form.firstDuplicate?.hasSameBytes(as: field.name) ?? false, "'\(field.name)' stands twice unseen")
        return
      }
      spellings.append(name)
    }
    try require(form.firstDuplicate == nil, "'\(form.firstDuplicate ?? "")' stands once")
  }

  private static func checkPercent(_ text: String) throws(FuzzFinding) {
    let encoded = Percent.encode(text)
    try require(
      encoded.utf8.allSatisfy { ASCII.isAlphanumeric($0) || [0x25, 0x2D, 0x2E, 0x5F, 0x7E].contains($0) },
      "\(encoded) has a reserved character")
    try require(Percent.decode(encoded)?.hasSameBytes(as: text) ?? false, "\(encoded) is read back as another text")
    try require(
      Percent.decode(Percent.encodeForm(text), plusIsSpace: true)?.hasSameBytes(as: text) ?? false,
      "\(Percent.encodeForm(text)) is read back as another text")
    if let decoded = Percent.decode(text) {
      try require(decoded.utf8.count <= text.utf8.count, "decoding made it longer")
    }
  }

  private static func pairs(_ form: FormFields) -> [(String, String)] { form.fields.map { ($0.name, $0.value) } }

  private static func same(_ left: FormFields, _ right: FormFields) -> Bool {
    left.fields.count == right.fields.count
      && zip(left.fields, right.fields).allSatisfy {
        $0.name.hasSameBytes(as: $1.name) && $0.value.hasSameBytes(as: $1.value)
      }
  }
}
