import Bytes

/// Ids that are the same in every tenant and in Microsoft's service: Microsoft's own APIs and public clients, and the
/// tenant of personal accounts.
package enum WellKnown {
  /// `9188040d-6c67-4c5b-b112-36a304b66dad`; `tid` of every token for a personal account.
  package static let personalTenant = Tenant.ID(guid(0x9188_040d, 0x6c67, 0x4c5b, 0xb112_36a3_04b6_6dad))

  /// The tenant of the Bot Framework, which gives the bots of all tenants their tokens.
  package static let botFrameworkTenant = Tenant.ID(guid(0xd6d4_9420, 0xf39b, 0x4df7, 0xa1dc_d59a_9358_71db))

  /// Microsoft Graph, `00000003-0000-0000-c000-000000000000`. A scope without a resource means a permission of this
  /// API.
  package static let graph = Application.ID(guid(0x0000_0003, 0, 0, 0xc000_0000_0000_0000))
  /// Azure AD Graph, the retired API in whose name the service still speaks of signing in.
  package static let azureADGraph = Application.ID(guid(0x0000_0002, 0, 0, 0xc000_0000_0000_0000))
  package static let azureResourceManager = Application.ID(guid(0x797f_4846, 0xba00, 0x4fd7, 0xba43_dac1_f8f6_3013))
  package static let keyVault = Application.ID(guid(0xcfa8_b339, 0x82a2, 0x471a, 0xa3c9_0fc0_be7a_4093))
  package static let storage = Application.ID(guid(0xe406_a681, 0xf3d4, 0x42a8, 0x90b6_c2b0_2949_7af1))
  /// The API whose tokens are an app's proof: a managed identity gets one for `api://AzureADTokenExchange`, with this id in
  /// `aud` (Microsoft: "Configure an application to trust a managed identity").
  package static let tokenExchange = Application.ID(guid(0xfb60_f99c, 0x7a34, 0x4190, 0x8149_302f_7746_9936))
  package static let dataverse = Application.ID(guid(0x0000_0007, 0, 0, 0xc000_0000_0000_0000))
  package static let powerBI = Application.ID(guid(0x0000_0009, 0, 0, 0xc000_0000_0000_0000))
  /// Office 365 Exchange Online.
  package static let outlook = Application.ID(guid(0x0000_0002, 0, 0x0ff1, 0xce00_0000_0000_0000))

  package static let sharePoint = Application.ID(guid(0x0000_0003, 0, 0x0ff1, 0xce00_0000_0000_0000))

  /// The back end of Azure's portal, which grants for `az ad app permission admin-consent`.
  package static let portal = Application.ID(guid(0x7465_8136, 0x14ec, 0x4630, 0xad9b_26e1_60ff_0fc6))
  package static let azureCLI = Application.ID(guid(0x04b0_7795, 0x8ddb, 0x461a, 0xbbee_02f9_e1bf_7b46))
  package static let azurePowerShell = Application.ID(guid(0x1950_a258, 0x227b, 0x4e31, 0xa9cf_7174_9594_5fc2))
  package static let visualStudioCode = Application.ID(guid(0xaebc_6443, 0x996d, 0x45c2, 0x90f0_388f_f96f_aa56))
  package static let graphExplorer = Application.ID(guid(0xde8b_c8b5, 0xd9f9, 0x48b1, 0xa8ad_b748_da72_5064))
  package static let graphCommandLineTools = Application.ID(guid(0x14d8_2eec, 0x204b, 0x4c2f, 0xb7e8_296a_70da_b67e))

  /// The GUID with these groups of digits. `rest` holds the last two groups.
  static func guid(_ first: UInt32, _ second: UInt16, _ third: UInt16, _ rest: UInt64) -> GUID {
    var bytes: [UInt8] = []
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: first >> shift))
    }
    for word in [second, third] {
      bytes.append(UInt8(word >> 8))
      bytes.append(UInt8(word & 0xFF))
    }
    for shift in stride(from: UInt64(56), through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: rest >> shift)) }
    return GUID(bytes: bytes) ?? .zero
  }
}
