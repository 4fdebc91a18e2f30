/// A date and time of day in UTC, in the proleptic Gregorian calendar.
struct CalendarDate: Hashable, Sendable {
  var year: Int
  /// From 1 to 12.
  var month: Int
  /// From 1.
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0
  /// Ticks of 100 nanoseconds after the second, from 0 to 9,999,999.
  var fraction = 0

  private static let secondsPerDay: Int64 = 86_400

  /// The caller makes sure that every part is in its range.
  init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, fraction: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.fraction = fraction
  }

  /// Splits a time by whole-number arithmetic on eras of 400 years (H. Hinnant, "chrono-compatible low-level date
  /// algorithms").
  init(_ time: UnixTime) {
    let seconds = time.seconds
    // Not ticks minus seconds × ticks: that product overflows for the earliest of all times.
    let ticks = time.ticks % UnixTime.ticksPerSecond
    fraction = Int(ticks < 0 ? ticks + UnixTime.ticksPerSecond : ticks)
    var days = seconds / Self.secondsPerDay
    var rest = seconds % Self.secondsPerDay
    if rest < 0 {
      rest += Self.secondsPerDay
      days -= 1
    }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    hour = Int(rest / 3_600)
    minute = Int(rest / 60 % 60)
    second = Int(rest % 60)
  }

  /// Days since 1970-01-01; negative before.
  private var days: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The point in time of this date. It does not check that the parts are in their ranges.
  var unixTime: UnixTime {
    let seconds = days * Self.secondsPerDay + Int64(hour * 3_600 + minute * 60 + second)
    return UnixTime(ticks: UnixTime(seconds: seconds).ticks + Int64(fraction))
  }

  /// The day of the week; 0 is Sunday.
  var weekday: Int {
    let day = Int((days + 4) % 7)
    return day < 0 ? day + 7 : day
  }

  static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
