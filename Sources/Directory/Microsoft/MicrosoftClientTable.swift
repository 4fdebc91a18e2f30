/// Public clients that people run against their own tenant, by the ids that are compiled into them.
///
/// A row: client id, short name, display name, owner, family, redirect URIs, and APIs. Owner `M` is Microsoft, whose apps
/// every tenant has; `T` is another publisher, whose app comes into a tenant by consent. Members of family `1` redeem each
/// other's refresh tokens. Microsoft preauthorizes its app for the APIs of the row, by their short names; `*` means each API
/// that has `user_impersonation`.
enum MicrosoftClientTable {
  static let text = """
    04b07795-8ddb-461a-bbee-02f9e1bf7b46 | azure-cli | Microsoft Azure CLI | M | 1 | http://localhost http://127.0.0.1 https://login.microsoftonline.com/common/oauth2/nativeclient urn:ietf:wg:oauth:2.0:oob | arm graph keyvault storage *
    1950a258-227b-4e31-a9cf-717495945fc2 | azure-powershell | Microsoft Azure PowerShell | M | 1 | http://localhost urn:ietf:wg:oauth:2.0:oob http://127.0.0.1 https://login.microsoftonline.com/common/oauth2/nativeclient | arm graph keyvault storage *
    14d82eec-204b-4c2f-b7e8-296a70dab67e | graph-cli | Microsoft Graph Command Line Tools | M | - | http://localhost https://login.microsoftonline.com/common/oauth2/nativeclient http://127.0.0.1 urn:ietf:wg:oauth:2.0:oob | -
    de8bc8b5-d9f9-48b1-a8ad-b748da725064 | graph-explorer | Graph Explorer | M | - | https://developer.microsoft.com/en-us/graph/graph-explorer | -
    aebc6443-996d-45c2-90f0-388ff96faa56 | vscode | Visual Studio Code | M | 1 | http://127.0.0.1 https://vscode.dev/redirect | arm graph keyvault storage
    04f0c124-f2bc-4f59-8241-bf6df9866bbd | visual-studio | Visual Studio | M | 1 | http://localhost http://127.0.0.1 https://login.microsoftonline.com/common/oauth2/nativeclient urn:ietf:wg:oauth:2.0:oob | arm graph
    579a7132-0e58-4d80-b1e1-7a1e2d337859 | azcopy | AzCopy | M | - | http://localhost http://127.0.0.1 https://login.microsoftonline.com/common/oauth2/nativeclient urn:ietf:wg:oauth:2.0:oob | storage
    80faf920-1908-4b52-b5ef-a8e7bedfc67a | kubelogin | AKS public client (kubelogin) | M | - | http://localhost http://127.0.0.1 https://login.microsoftonline.com/common/oauth2/nativeclient urn:ietf:wg:oauth:2.0:oob | azure-kubernetes-service-aad-server
    1b730954-1685-4b74-9bfd-dac224a7b894 | azure-active-directory-powershell | Azure Active Directory PowerShell | M | - | urn:ietf:wg:oauth:2.0:oob | graph
    fb78d390-0c51-40cd-8e17-fdbfab77341b | exchange-online-powershell | Exchange Online PowerShell | M | - | http://localhost http://127.0.0.1 https://login.microsoftonline.com/common/oauth2/nativeclient urn:ietf:wg:oauth:2.0:oob | outlook
    9bc3ab49-b65d-410a-85ad-de819febfddc | sharepoint-online-management-shell | SharePoint Online Management Shell | M | - | https://oauth.spops.microsoft.com/ | office-365-sharepoint-online
    12128f48-ec9e-42f0-b203-ea49fb6af367 | teams-powershell | Teams PowerShell | M | - | https://login.microsoftonline.com/common/oauth2/nativeclient | graph skype-and-teams-tenant-admin-api
    d3590ed6-52b3-4102-aeff-aad2292ab01c | office | Microsoft Office | M | 1 | urn:ietf:wg:oauth:2.0:oob | graph outlook office-365-sharepoint-online
    1fec8e78-bce4-4aaf-ab1b-5451cc387264 | teams | Microsoft Teams | M | 1 | https://login.microsoftonline.com/common/oauth2/nativeclient | graph outlook office-365-sharepoint-online
    27922004-5251-4030-b22d-91ecd9a37ea4 | outlook-mobile | Outlook Mobile | M | 1 | https://login.microsoftonline.com/common/oauth2/nativeclient | outlook graph
    4813382a-8fa7-425e-ab75-3b753aab3abb | authenticator | Microsoft Authenticator | M | 1 | https://login.microsoftonline.com/common/oauth2/nativeclient | -
    9ba1a5c7-f17a-4de9-a1f1-6178c8d51223 | intune-company-portal | Intune Company Portal | M | 1 | https://login.microsoftonline.com/common/oauth2/nativeclient | -
    29d9ed98-a469-4536-ade2-f981bc1d605e | authentication-broker | Microsoft Authentication Broker | M | 1 | ms-appx-web://Microsoft.AAD.BrokerPlugin/29d9ed98-a469-4536-ade2-f981bc1d605e | -
    c44b4083-3bb0-49c1-b47d-974e53cbdf3c | azure-portal | Azure Portal | M | - | https://portal.azure.com | arm graph
    51f81489-12ee-4a9e-aaae-a2591f45987d | dynamics-365-sample-client | Dynamics 365 sample client | M | - | app://58145B91-0C36-4500-8554-080854F2AC97 http://localhost http://127.0.0.1 https://login.microsoftonline.com/common/oauth2/nativeclient urn:ietf:wg:oauth:2.0:oob | dataverse
    9e5f94bc-e8a4-4e73-b8be-63364c29d753 | thunderbird | Thunderbird | T | - | https://localhost | -
    08162f7c-0fd2-4200-a84a-f25a4db0b584 | thunderbird-old | Thunderbird (before 102; mutt's script) | T | - | https://localhost http://localhost | -
    d50ca740-c83f-4d1b-b616-12c519384f0c | onedrive | onedrive (abraunegg) | T | - | https://login.microsoftonline.com/common/oauth2/nativeclient | -
    b15665d9-eda6-4092-8539-0eec376afd59 | rclone | rclone | T | - | http://localhost:53682/ | -
    31359c7f-bd7e-475c-86db-fdb8c937548e | pnp-management-shell | PnP Management Shell | T | - | http://localhost | -
    """
}
