import Bytes

/// Frequent products with their ids and those of their plans that decide something or are asked for often.
extension Product {
  /// `part number | id | plans`. A plan for the whole organization ends in `*`.
  static let table: [Product] = rows.split(separator: "\n").compactMap { row in
    let cells = row.split(separator: "|").map { ASCII.trimmed(String($0)) }
    guard cells.count > 1, let id = ID(cells[1]) else { return nil }
    let names = cells.count > 2 ? cells[2].split(separator: " ").map(String.init) : []
    return Product(id: id, partNumber: cells[0], plans: names.compactMap(plan))
  }

  private static func plan(_ text: String) -> Plan? {
    let name = text.hasSuffix("*") ? String(text.dropLast()) : text
    return plans[name].flatMap { Plan.ID($0) }.map { Plan(id: $0, name: name, isOfCompany: text != name) }
  }

  private static let rows = """
    AAD_PREMIUM | 078d2b04-f1bd-4111-bbd4-b4b1b354cef4 | AAD_PREMIUM MFA_PREMIUM EXCHANGE_S_FOUNDATION*
    AAD_PREMIUM_P2 | 84a661c4-e949-4bd2-a560-ed7766fcaf2b | AAD_PREMIUM AAD_PREMIUM_P2 MFA_PREMIUM EXCHANGE_S_FOUNDATION*
    EMS | efccb6f7-5641-4e0e-bd10-b4976e1bf68e | AAD_PREMIUM MFA_PREMIUM INTUNE_A EXCHANGE_S_FOUNDATION*
    EMSPREMIUM | b05e124f-c7cc-45a0-a6aa-8cf78c946968 | AAD_PREMIUM AAD_PREMIUM_P2 MFA_PREMIUM INTUNE_A EXCHANGE_S_FOUNDATION*
    ENTERPRISEPACK | 6fd2c87f-b296-42f0-b197-1e91e994b900 | EXCHANGE_S_ENTERPRISE SHAREPOINTENTERPRISE TEAMS1 SWAY YAMMER_ENTERPRISE
    ENTERPRISEPREMIUM | c7df2760-2c81-4ef7-b578-5b5392b571df | EXCHANGE_S_ENTERPRISE SHAREPOINTENTERPRISE TEAMS1 SWAY YAMMER_ENTERPRISE
    EXCHANGESTANDARD | 4b9405b0-7788-4568-add1-99614e613b69 | EXCHANGE_S_STANDARD
    FLOW_FREE | f30db892-07e9-47e9-837c-80727f46fd3d | EXCHANGE_S_FOUNDATION*
    INTUNE_A | 061f9ace-7d42-4136-88ac-31dc755f143f | INTUNE_A EXCHANGE_S_FOUNDATION*
    O365_BUSINESS_ESSENTIALS | 3b555118-da6a-4418-894f-7df1e2096870 | EXCHANGE_S_STANDARD SHAREPOINTSTANDARD TEAMS1
    O365_BUSINESS_PREMIUM | f245ecc8-75af-4f8e-b61f-27d8114de5f3 | EXCHANGE_S_STANDARD SHAREPOINTSTANDARD TEAMS1
    POWER_BI_PRO | f8a1db68-be16-40ed-86d5-cb42ce701560 | EXCHANGE_S_FOUNDATION*
    POWER_BI_STANDARD | a403ebcc-fae0-4ca2-8c8c-7a907fd6c235 | EXCHANGE_S_FOUNDATION* BI_AZURE_P0
    SPB | cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46 | AAD_PREMIUM MFA_PREMIUM INTUNE_A EXCHANGE_S_STANDARD SHAREPOINTSTANDARD TEAMS1
    SPE_E3 | 05e9a617-0261-4cee-bb44-138d3ef5d965 | AAD_PREMIUM MFA_PREMIUM INTUNE_A EXCHANGE_S_ENTERPRISE SHAREPOINTENTERPRISE TEAMS1
    SPE_E5 | 06ebc4ee-1bb5-47dd-8120-11324bc54e06 | AAD_PREMIUM AAD_PREMIUM_P2 MFA_PREMIUM INTUNE_A EXCHANGE_S_ENTERPRISE TEAMS1
    SPE_F1 | 66b55226-6b4f-492c-910c-a3b7a3c9d993 | AAD_PREMIUM MFA_PREMIUM INTUNE_A TEAMS1
    STANDARDPACK | 18181a46-0d4e-45cd-891e-60aabd171b4e | EXCHANGE_S_STANDARD SHAREPOINTSTANDARD TEAMS1
    """

  private static let plans = [
    "AAD_PREMIUM": "41781fb2-bc02-4b7c-bd55-b576c07bb09d", "AAD_PREMIUM_P2": "eec0eb4f-6444-4f95-aba0-50c24d67f998",
    "BI_AZURE_P0": "2049e525-b859-401b-b2a0-e0a31c4b1fe4",
    "EXCHANGE_S_ENTERPRISE": "efb87545-963c-4e0d-99df-69c6916d9eb0",
    "EXCHANGE_S_FOUNDATION": "113feb6c-3fe4-4440-bddc-54d774bf0318",
    "EXCHANGE_S_STANDARD": "9aaf7827-d63c-4b61-89c3-182f06f82e5c", "INTUNE_A": "c1ec4a95-1f05-45b3-a911-aa3fa01094f5",
    "MFA_PREMIUM": "8a256a2b-b617-496d-b51b-e76466e88db0",
    "SHAREPOINTENTERPRISE": "5dbe027f-2339-4123-9542-606e4d348a72",
    "SHAREPOINTSTANDARD": "c7699d2e-19aa-44de-8edf-1736da088ca1", "SWAY": "a23b959c-7ce8-4e57-9140-b90eb88a9e97",
    "TEAMS1": "57ff2da0-773e-42df-b2af-ffb7a2317929", "YAMMER_ENTERPRISE": "7547a3fe-08ee-4ccb-b430-5077c5041653",
  ]
}
