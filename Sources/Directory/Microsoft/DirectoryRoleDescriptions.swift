import Bytes

/// What the service says in `description` of built-in roles, by their names. A role that is not here is described by its name.
enum DirectoryRoleDescriptions {
  /// The description of the role of that name.
  static func text(of name: String) -> String { byName[name] ?? name }

  private static let byName = Dictionary(
    text.split(separator: "\n").compactMap { line -> (String, String)? in
      let name = line.prefix { $0 != "=" }
      return (ASCII.trimmed(name), ASCII.trimmed(line.dropFirst(name.count + 1)))
    }, uniquingKeysWith: { first, _ in first })

  private static let text = """
    Application Administrator = Can create and manage all aspects of app registrations and enterprise apps.
    Application Developer = Can create application registrations independent of the 'Users can register applications' setting.
    Attack Payload Author = Can create attack payloads that an administrator can initiate later.
    Attack Simulation Administrator = Can create and manage all aspects of attack simulation campaigns.
    Attribute Assignment Administrator = Assign custom security attribute keys and values to supported Microsoft Entra objects.
    Attribute Assignment Reader = Read custom security attribute keys and values for supported Microsoft Entra objects.
    Attribute Definition Administrator = Define and manage the definition of custom security attributes.
    Attribute Definition Reader = Read the definition of custom security attributes.
    Authentication Administrator = Can access to view, set and reset authentication method information for any non-admin user.
    Azure DevOps Administrator = Can manage Azure DevOps policies and settings.
    Azure Information Protection Administrator = Can manage all aspects of the Azure Information Protection product.
    B2C IEF Keyset Administrator = Can manage secrets for federation and encryption in the Identity Experience Framework (IEF).
    B2C IEF Policy Administrator = Can create and manage trust framework policies in the Identity Experience Framework (IEF).
    Billing Administrator = Can perform common billing related tasks like updating payment information.
    Cloud App Security Administrator = Can manage all aspects of the Defender for Cloud Apps product.
    Cloud Application Administrator = Can create and manage all aspects of app registrations and enterprise apps except App Proxy.
    Cloud Device Administrator = Limited access to manage devices in Microsoft Entra ID.
    Compliance Data Administrator = Creates and manages compliance content.
    Conditional Access Administrator = Can manage Conditional Access capabilities.
    Customer LockBox Access Approver = Can approve Microsoft support requests to access customer organizational data.
    Desktop Analytics Administrator = Can access and manage Desktop management tools and services.
    Directory Readers = Can read basic directory information. Commonly used to grant directory read access to applications and guests.
    Directory Synchronization Accounts = Only used by Microsoft Entra Connect service.
    Directory Writers = Can read and write basic directory information. For granting access to applications, not intended for users.
    Domain Name Administrator = Can manage domain names in cloud and on-premises.
    Dynamics 365 Administrator = Can manage all aspects of the Dynamics 365 product.
    Edge Administrator = Manage all aspects of Microsoft Edge.
    Exchange Administrator = Can manage all aspects of the Exchange product.
    Exchange Recipient Administrator = Can create or update Exchange Online recipients within the Exchange Online organization.
    External ID User Flow Administrator = Can create and manage all aspects of user flows.
    External ID User Flow Attribute Administrator = Can create and manage the attribute schema available to all user flows.
    External Identity Provider Administrator = Can configure identity providers for use in direct federation.
    Fabric Administrator = Can manage all aspects of the Fabric and Power BI products.
    Global Administrator = Can manage all aspects of Microsoft Entra ID and Microsoft services that use Microsoft Entra identities.
    Global Reader = Can read everything that a Global Administrator can, but not update anything.
    Guest Inviter = Can invite guest users independent of the 'members can invite guests' setting.
    Helpdesk Administrator = Can reset passwords for non-administrators and Helpdesk Administrators.
    Identity Governance Administrator = Manage access using Microsoft Entra ID for identity governance scenarios.
    Insights Administrator = Has administrative access in the Microsoft 365 Insights app.
    Intune Administrator = Can manage all aspects of the Intune product.
    Kaizala Administrator = Can manage settings for Microsoft Kaizala.
    Knowledge Administrator = Can configure knowledge, learning, and other intelligent features.
    Partner Tier2 Support = Do not use - not intended for general use.
    Reports Reader = Can read sign-in and audit reports.
    Search Administrator = Can create and manage all aspects of Microsoft Search settings.
    Security Operator = Creates and manages security events.
    Service Support Administrator = Can read service health information and manage support tickets.
    SharePoint Administrator = Can manage all aspects of the SharePoint service.
    Skype for Business Administrator = Can manage all aspects of the Skype for Business product.
    Teams Administrator = Can manage the Microsoft Teams service.
    Teams Communications Administrator = Can manage calling and meetings features within the Microsoft Teams service.
    Teams Devices Administrator = Can perform management related tasks on Teams certified devices.
    User Administrator = Can manage all aspects of users and groups, including resetting passwords for limited admins.
    """
}

extension DirectoryRole {
  /// What the service says of the role in `description`.
  package var details: String { DirectoryRoleDescriptions.text(of: displayName) }
}
