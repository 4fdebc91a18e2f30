import Bytes

/// A form of file that app registrations, or settings that name them, are found in.
struct Form: Sendable {
  /// For the report.
  let name: String
  /// Reads the document. False when it does not have this form, so that the next form is tried.
  let read: @Sendable (Document, inout Found) -> Bool

  /// All forms. The first that fits a document reads it alone.
  static let all: [Form] = [
    ownFile, packageFile, projectFile, launchSettings, sampleRegistrations, terraformState, teamsManifest,
    directoryExport, androidConfiguration, teamsToolkit, applicationSettings, springSettings, environmentFile,
    propertiesFile, propertyList, webConfiguration,
    androidManifest, sourceConstants, bicep, terraform,
  ]
}
