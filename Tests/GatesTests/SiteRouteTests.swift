import Expectations
import Testing

@testable import Gates

@Suite("Routes and redirects of a site") struct SiteRouteTests {
  @Test(
    "fits paths as Static Web Apps do",
    arguments: [
      ("/admin", "/admin", true), ("/admin", "/admin/", false), ("/admin/*", "/admin/users", true),
      ("/admin/*", "/admin", true), ("/admin/*", "/administrator", false), ("/*", "/anything", true),
      ("/images/*.{png,jpg}", "/images/a/b.png", true), ("/images/*.{png, jpg}", "/images/b.jpg", true),
      ("/images/*.{png,jpg}", "/images/b.gif", false), ("/*.json", "/data.json", true), ("/*.json", "/data.js", false),
    ])
  func fits(_ pattern: String, _ path: String, _ isExpected: Bool) {
    expectEqual(SiteRoute.fits(path, pattern), isExpected)
  }

  @Test(
    "admits the site and what is listed as the end of a sign-in",
    arguments: [
      ("/", true), ("/a?b=//c", true), ("//evil.test", false), ("/\\evil.test", false), ("/a b", false),
      ("https://site.test/", true), ("https://site.test", true), ("https://site.test.evil.test/", false),
      ("https://site.test:1/", false), ("https://shop.test/app/x", true), ("https://shop.test/app?x", true),
      ("https://shop.test/apple", false), ("https://shop.test/", false), ("javascript:alert(1)", false), ("", false),
    ])
  func admits(_ target: String, _ isExpected: Bool) {
    var settings = AuthSettings()
    settings.externalRedirects = ["https://shop.test/app"]
    expectEqual(settings.admits(redirectTo: target, from: "https://site.test"), isExpected)
  }

  @Test("tells the platform's own addresses from the app's")
  func ownPaths() {
    var settings = AuthSettings()
    settings.logoutPath = "/bye"
    expectEqual(settings.ownPath("/.auth/me"), "me")
    expectEqual(settings.ownPath("/bye"), "logout")
    expectNil(settings.ownPath("/.authority/me"))
    expectNil(settings.ownPath("/orders/.auth/me"))
  }
}
