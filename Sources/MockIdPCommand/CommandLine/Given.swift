import Synchronization
import Time

/// An option of a command, and what the command line gave for it: the one place that says both.
@propertyWrapper
final class Given<Value: Sendable>: OptionReader {
  typealias Reader = @Sendable (Option, Arguments) throws(UsageError) -> Value

  let option: Option
  private let reader: Reader
  private let value: Mutex<Value>

  /// `value` holds until the command line is read. `reader` is asked whether the option is given or not.
  init(_ option: Option, or value: Value, _ reader: @escaping Reader) {
    self.option = option
    self.reader = reader
    self.value = Mutex(value)
  }

  var wrappedValue: Value { value.withLock { $0 } }
  var projectedValue: Given { self }
  var options: [Option] { [option] }

  func read(_ arguments: Arguments) throws(UsageError) {
    let new = try reader(option, arguments)
    value.withLock { $0 = new }
  }
}

extension Given where Value == Bool {
  convenience init(_ flag: Option) { self.init(flag, or: false) { $1.has($0) } }
}

extension Given where Value == String? {
  convenience init(_ option: Option) { self.init(option, or: nil) { $1.value($0) } }
}

extension Given where Value == String {
  convenience init(_ option: Option, or usual: String) { self.init(option, or: usual) { $1.value($0) ?? usual } }
}

extension Given where Value == [String] {
  convenience init(_ option: Option) { self.init(option, or: []) { $1.values($0) } }
}

extension Given where Value == [Setting] {
  convenience init(_ option: Option) { self.init(option, or: [], Setting.all) }
}

extension Given where Value == Duration? {
  convenience init(_ option: Option) {
    self.init(option, or: nil) { option, arguments throws(UsageError) in try arguments.duration(option) }
  }
}

extension Given where Value == Duration {
  /// A span of time that is longer than nothing.
  convenience init(_ option: Option, or usual: Duration) {
    self.init(option, or: usual) { option, arguments throws(UsageError) in
      let duration = try arguments.duration(option)
      if duration == .zero { throw arguments.error("\(option.name) has to be longer than nothing") }
      return duration ?? usual
    }
  }
}

extension Given {
  convenience init<Number: FixedWidthInteger & Sendable>(
    _ option: Option, in range: ClosedRange<Number> = .min ... .max
  ) where Value == Number? {
    self.init(option, or: nil) { option, arguments throws(UsageError) in try arguments.number(option, in: range) }
  }
}

extension Given where Value: FixedWidthInteger {
  convenience init(_ option: Option, or usual: Value, in range: ClosedRange<Value> = .min ... .max) {
    self.init(option, or: usual) { option, arguments throws(UsageError) in
      try arguments.number(option, in: range) ?? usual
    }
  }
}

extension Given where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the words of a type; `what` they are, in messages.
  convenience init(_ option: Option, or usual: Value, what: String) {
    self.init(option, or: usual) { option, arguments throws(UsageError) in
      try arguments.choice(option, what: what) ?? usual
    }
  }
}
