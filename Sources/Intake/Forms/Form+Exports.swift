import Bytes
import JSON
import LooseFormats

extension Form {
  /// The portal's manifests; `az ad app`, `az ad sp`, `az ad user` and `az ad group`; answers of Microsoft Graph.
  static let directoryExport = Form(name: "export of a directory") { document, found in
    guard let root = document.json else { return false }
    let list = root["value"].map { $0.items } ?? []
    let items = !list.isEmpty ? list : root.isMap ? [root] : root.items
    var isRead = false
    for item in items where DirectoryExport(document: document).read(item, into: &found) { isRead = true }
    return isRead
  }

  /// The state of Terraform's provider `azuread`.
  static let terraformState = Form(name: "Terraform state") { document, found in
    guard let root = document.json, root["resources"] != nil, root["terraform_version"] != nil || root["serial"] != nil
    else { return false }
    TerraformReader.read(TerraformReader.resources(of: root, in: document), into: &found)
    return true
  }
}

/// One object of a directory, by the members that only its kind has.
struct DirectoryExport {
  let document: Document

  /// False for an object that is of none of the kinds.
  func read(_ item: Node, into found: inout Found) -> Bool {
    let place = document.place(item.line)
    if item["servicePrincipalType"] != nil || item["servicePrincipalNames"] != nil {
      return readServicePrincipal(item, at: place, into: &found)
    }
    let isApp =
      item["signInAudience"] != nil || item["replyUrlsWithType"] != nil || item["identifierUris"] != nil
      || item["availableToOtherTenants"] != nil || item["requiredResourceAccess"] != nil
    if isApp, let candidate = ApplicationReader(document: document).candidate(item) {
      found.candidates.append(candidate)
      return true
    }
    let kind: DirectoryObject.Kind
    if item["userPrincipalName"]?.text != nil {
      kind = .user
    } else if item["verifiedDomains"] != nil {
      kind = .tenant
    } else if item["resourceId"]?.text != nil, item["principalId"]?.text != nil, item["appRoleId"]?.text != nil {
      kind = .assignment
    } else if item["securityEnabled"]?.bool != nil || item["groupTypes"] != nil, item["displayName"]?.text != nil {
      kind = .group
    } else {
      return false
    }
    guard case .object(let members) = item.json else { return false }
    found.objects.append(DirectoryObject(kind: kind, members: members, place: place))
    return true
  }

  private func readServicePrincipal(_ item: Node, at place: Place, into found: inout Found) -> Bool {
    let owner = item["appOwnerOrganizationId"]?.text.flatMap { GUID($0) }
    if item["servicePrincipalType"]?.text == "ManagedIdentity" {
      found.remarks.add(
        .leftAlone,
        "the managed identity \(item["displayName"]?.text ?? ""): mockidp answers for managed identities without a registration",
        at: place)
      return true
    }
    if owner.map(KnownIds.isTenant) == true || item["appId"]?.text.flatMap({ GUID($0) }).map(KnownIds.isApp) == true {
      return true
    }
    if var candidate = ApplicationReader(document: document).candidate(item) {
      candidate.findings.removeAll { $0.fact == .objectId }
      candidate.isProvider = item["preferredSingleSignOnMode"]?.text == "saml"
      for name in item["servicePrincipalNames"]?.items ?? [] {
        guard let uri = name.text, uri.firstPlace(of: "://") != nil || candidate.isProvider && GUID(uri) == nil else {
          continue
        }
        candidate.add(.identifierUri, uri, line: name.line, key: "servicePrincipalNames")
      }
      if let owner { candidate.add(.tenant, owner.description, line: item.line, key: "appOwnerOrganizationId") }
      found.candidates.append(candidate)
    }
    // Role assignments name the service principal by its own object id.
    if case .object(let members) = item.json {
      found.objects.append(DirectoryObject(kind: .servicePrincipal, members: members, place: place))
    }
    return true
  }
}
