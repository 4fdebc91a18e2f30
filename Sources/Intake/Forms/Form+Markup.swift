import Bytes
import LooseFormats

extension Form {
  /// `Info.plist` with the URL schemes of MSAL, and other property lists with settings.
  static let propertyList = Form(name: "property list") { document, found in
    guard document.hasExtension("plist"), let root = Markup.parse(document.text)?.node else { return false }
    var isRead = false
    for type in root["CFBundleURLTypes"]?.items ?? [] {
      for scheme in type["CFBundleURLSchemes"]?.items ?? [] {
        guard let text = scheme.text, text.hasPrefix("msauth.") || text.hasPrefix("msal") else { continue }
        isRead = true
        var candidate = document.candidate()
        candidate.add(.kind, ClientKind.native.rawValue, line: scheme.line, key: "CFBundleURLSchemes")
        if text.hasPrefix("msauth."), text.firstPlace(of: "$(") == nil {
          candidate.add(.nativeRedirect, "\(text)://auth", line: scheme.line, key: "CFBundleURLSchemes")
        } else if let id = ValueShape.scheme(text) {
          candidate.add(.clientId, id, line: scheme.line, key: "CFBundleURLSchemes")
          candidate.add(.nativeRedirect, "\(text)://auth", line: scheme.line, key: "CFBundleURLSchemes")
        }
        candidate.isWeak = candidate[.clientId] == nil
        found.candidates.append(candidate)
      }
    }
    let count = found.candidates.count
    guard SettingsGroup(root.settings, in: document).read(into: &found) else { return isRead }
    for index in count..<found.candidates.count {
      let line = found.candidates[index].findings[0].place.line
      found.candidates[index].add(.kind, ClientKind.native.rawValue, line: line, key: "property list", isAssumed: true)
    }
    return true
  }

  /// `AndroidManifest.xml`: `msauth://PACKAGE/HASH`, taken apart.
  static let androidManifest = Form(name: "AndroidManifest.xml") { document, found in
    guard document.smallName == "androidmanifest.xml", let root = Markup.parse(document.text) else { return false }
    var isRead = false
    for data in root.descendants where data.name == "data" {
      guard let scheme = data["android:scheme"], let host = data["android:host"], scheme.hasPrefix("ms"),
        host.firstPlace(of: "${") == nil, host.firstPlace(of: "@string") == nil
      else { continue }
      var candidate = document.candidate()
      candidate.add(.kind, ClientKind.native.rawValue, line: data.line, key: "android:scheme")
      if scheme == "msauth", let path = data["android:path"], path.hasPrefix("/"), !Placeholder.fits(path) {
        let hash = Percent.encode(String(path.dropFirst()))
        candidate.add(.nativeRedirect, "msauth://\(host)/\(hash)", line: data.line, key: "android:path")
      } else if let id = ValueShape.scheme(scheme) {
        candidate.add(.clientId, id, line: data.line, key: "android:scheme")
        candidate.add(.nativeRedirect, "\(scheme)://\(host)", line: data.line, key: "android:scheme")
      } else {
        continue
      }
      candidate.isWeak = candidate[.clientId] == nil
      found.candidates.append(candidate)
      isRead = true
    }
    return isRead
  }

  /// `Web.config` and `App.config`: `appSettings` with `ida:` keys.
  static let webConfiguration = Form(name: "Web.config") { document, found in
    guard document.hasExtension("config"), let root = Markup.parse(document.text) else { return false }
    var settings: [Setting] = []
    for element in root.descendants where element.name == "add" {
      guard let key = element["key"], let value = element["value"] else { continue }
      settings.append(
        Setting(key: key, value: value, line: element.line))
    }
    let format = settings
    for index in settings.indices {
      // `https://login.microsoftonline.com/{0}` takes the tenant in.
      guard let place = settings[index].value.firstPlace(of: "{0}") else { continue }
      let tenant = format.first { KeyWords($0.key).fact == .tenant }?.value ?? "common"
      settings[index].value.replaceSubrange(place, with: tenant)
    }
    return SettingsGroup(settings, in: document).read(into: &found)
  }
}
