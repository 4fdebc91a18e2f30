import Expectations
import Testing

@testable import Time

struct UnixTimeTests {
  static let moment = UnixTime(ticks: 17_698_548_301_234_567)

  @Test func writesEveryFormThatAnswersCarry() {
    expectEqual(Self.moment.iso8601, "2026-01-31T10:20:30Z")
    expectEqual(Self.moment.iso8601Ticks, "2026-01-31T10:20:30.1234567Z")
    expectEqual(Self.moment.entraTimestamp, "2026-01-31 10:20:30Z")
    expectEqual(Self.moment.graphErrorDate, "2026-01-31T10:20:30")
    expectEqual(Self.moment.httpDate, "Sat, 31 Jan 2026 10:20:30 GMT")
    expectEqual(Self.moment.cookieDate, "Sat, 31-Jan-2026 10:20:30 GMT")
  }

  @Test(arguments: [
    ("2026-01-31T10:20:30.1234567Z", 17_698_548_301_234_567 as Int64?), ("1970-01-01", 0),
    ("1969-12-31T23:59:59Z", -10_000_000),
    ("2000-02-29T00:00:00+01:00", 9_517_788_000_000_000), ("2001-02-29", nil), ("2026-13-01", nil), ("2026-1-1", nil),
    ("2026-01-01T24:00", nil), ("2026-01-01x", nil), ("", nil), ("2026-01-31 10:20", 17_698_548_000_000_000),
  ])
  func reads(_ text: String, _ ticks: Int64?) { expectEqual(UnixTime(iso8601: text)?.ticks, ticks) }

  @Test func everyDayOfFourCenturiesComesBack() {
    for day in stride(from: Int64(-200_000), through: 200_000, by: 97) {
      let time = UnixTime(seconds: day * 86_400 + 12_345)
      expectEqual(CalendarDate(time).unixTime, time)
    }
  }

  /// Whoever signs an assertion may write any time into it.
  @Test func theFirstAndTheLastTimeAreDates() {
    expectEqual(CalendarDate(UnixTime(ticks: .min)).fraction, 5_224_192)
    expectEqual(CalendarDate(UnixTime(ticks: .max)).fraction, 4_775_807)
    #expect(UnixTime(ticks: .min).iso8601Ticks.hasPrefix("-"))
  }

  @Test func arithmeticHoldsAtTheEnds() {
    expectEqual(UnixTime(seconds: .max).ticks, .max)
    expectEqual((UnixTime(ticks: .max) + .days(1)).ticks, .max)
    expectEqual(UnixTime(ticks: -1).seconds, -1)
  }
}

struct DurationTextTests {
  @Test(arguments: [
    ("90d", 7_776_000 as Int64?), ("1h30m", 5_400), ("60s", 60), ("-5m", -300), ("1500ms", 1), ("", nil), ("90", nil),
    ("d", nil),
    ("1w", nil), ("1 h", nil), ("99999999999d", nil), ("٣d", nil),
  ])
  func reads(_ text: String, _ seconds: Int64?) { expectEqual(Duration(text: text)?.wholeSeconds, seconds) }

  @Test(arguments: [
    (Duration.days(90), "90d", "90.00:00:00"), (.seconds(90), "1m30s", "0.00:01:30"), (.zero, "0s", "0.00:00:00"),
    (.milliseconds(1500), "1s500ms", "0.00:00:01"),
  ])
  func writes(_ duration: Duration, _ short: String, _ span: String) {
    expectEqual(duration.shortText, short)
    expectEqual(duration.timeSpan, span)
  }
}

struct DurationWordsTests {
  @Test(arguments: [
    (Duration.days(91), "91 days"), (.days(1) + .hours(1), "1 day 1 hour"), (.hours(2) + .seconds(5), "2 hours"),
    (.seconds(-61), "1 minute 1 second"), (.zero, "less than a second"), (.milliseconds(5), "less than a second"),
  ])
  func saysTheTwoLargestUnits(_ duration: Duration, _ words: String) { expectEqual(duration.words, words) }
}

struct WorldClockTests {
  @Test func runsAheadFreezesAndIsSet() {
    let base = ManualClock(UnixTime(seconds: 1_000))
    let clock = WorldClock(base: base)
    clock.advance(by: .days(90))
    expectEqual(clock.now, UnixTime(seconds: 7_777_000))
    clock.freeze()
    base.advance(by: .seconds(5))
    expectEqual(clock.now, UnixTime(seconds: 7_777_000))
    clock.advance(by: .seconds(1))
    clock.resume()
    base.advance(by: .seconds(5))
    expectEqual(clock.now, UnixTime(seconds: 7_777_006))
    clock.set(to: UnixTime(seconds: 50))
    base.advance(by: .seconds(1))
    expectEqual(clock.now, UnixTime(seconds: 51))
    clock.reset()
    expectEqual(clock.now, base.now)
  }
}
