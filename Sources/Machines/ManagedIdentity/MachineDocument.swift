import Bytes
import Directory
import JSON
import Worlds

/// What the instance metadata service knows of the world's machine. A member is a row with the version that first has it (Microsoft:
/// "Azure Instance Metadata Service", instance metadata; the members of 2017-08-01, 2018-02-01, 2021-01-01 and 2021-05-01 observed).
/// Every value is a text, an object or a list.
struct MachineDocument {
  private let machine: MachineSettings
  /// The tenant that the machine's subscription trusts.
  private let tenant: Tenant.ID?

  init(_ machine: MachineSettings, tenant: Tenant.ID?) {
    self.machine = machine
    self.tenant = tenant
  }

  /// A member with its first version.
  private struct Member {
    let name: String
    let since: String
    let value: Value

    enum Value {
      case given(JSONValue)
      case has([Member])
    }

    init(_ name: String, _ since: String, _ value: JSONValue) {
      (self.name, self.since, self.value) = (name, since, .given(value))
    }

    init(_ name: String, _ since: String, has members: [Member]) {
      (self.name, self.since, self.value) = (name, since, .has(members))
    }

    static func object(_ members: [Member], of version: String) -> JSONValue {
      var object = JSONObject()
      for member in members where member.since <= version {
        switch member.value {
        case .given(let value): object.append(member.name, value)
        case .has(let members): object.append(member.name, self.object(members, of: version))
        }
      }
      return .object(object)
    }
  }

  /// The value at the parts of a path after `/metadata`, in one version. Nil where the service has nothing.
  func value(at path: [String], of version: String) -> JSONValue? {
    guard let first = path.first, var value = document(first, of: version) else { return nil }
    for part in path.dropFirst() {
      guard let next = Self.member(part, of: value) else { return nil }
      value = next
    }
    return value
  }

  private func document(_ name: String, of version: String) -> JSONValue? {
    switch name {
    case "instance":
      [
        "compute": Member.object(compute, of: version),
        "network": Member.object(network, of: version),
      ]
    case "identity": ["info": ["tenantId": .string(tenant.map { "\($0)" } ?? "")]]
    case "versions": ["apiVersions": .strings(MetadataVersion.all)]
    // Nothing is ever planned for this machine.
    case "scheduledevents": ["DocumentIncarnation": .integer(0), "Events": []]
    default: nil
    }
  }

  private static func member(_ name: String, of value: JSONValue) -> JSONValue? {
    guard case .array(let list) = value else { return value[name] }
    guard let place = Int(name), list.indices.contains(place) else { return nil }
    return list[place]
  }

  private var resource: String {
    ManagedIdentityResource.machine(machine.name).replacingFirst("resourcegroups", with: "resourceGroups")
  }

  private var compute: [Member] {
    [
      Member("additionalCapabilities", "2021-11-01", ["hibernationEnabled": "false"]),
      Member("azEnvironment", "2018-10-01", "AzurePublicCloud"),
      Member("customData", "2019-02-01", ""),
      Member("evictionPolicy", "2020-12-01", ""),
      Member("extendedLocation", "2021-03-01", ["name": "", "type": ""]),
      Member("host", "2021-11-15", ["id": ""]),
      Member("hostGroup", "2021-11-15", ["id": ""]),
      Member("isHostCompatibilityLayerVm", "2020-06-01", "false"),
      Member("isVmInStandbyPool", "2024-03-15", "false"),
      Member("licenseType", "2020-09-01", ""),
      Member("location", "2017-04-02", .string(machine.region)),
      Member("name", "2017-04-02", .string(machine.name)),
      Member("offer", "2017-04-02", "ubuntu-24_04-lts"),
      Member(
        "osProfile", "2020-07-15",
        has: [
          Member("adminUsername", "2020-07-15", "azureuser"),
          Member("computerName", "2020-07-15", .string(machine.name)),
          Member("disablePasswordAuthentication", "2020-10-01", "true"),
        ]),
      Member("osType", "2017-04-02", "Linux"),
      Member("physicalZone", "2023-07-01", ""),
      Member("placementGroupId", "2017-08-01", ""),
      Member("plan", "2018-04-02", ["name": "", "product": "", "publisher": ""]),
      Member("platformFaultDomain", "2017-04-02", "0"),
      Member("platformSubFaultDomain", "2021-10-01", ""),
      Member("platformUpdateDomain", "2017-04-02", "0"),
      Member("priority", "2020-12-01", ""),
      Member("provider", "2018-10-01", "Microsoft.Compute"),
      Member("publicKeys", "2018-04-02", []),
      Member("publisher", "2017-04-02", "canonical"),
      Member("resourceGroupName", "2017-08-01", "contoso"),
      Member("resourceId", "2019-03-11", .string(resource)),
      Member(
        "securityProfile", "2020-06-01",
        has: [
          Member("encryptionAtHost", "2021-11-01", "false"),
          Member("secureBootEnabled", "2020-06-01", "false"),
          Member("securityType", "2021-12-13", ""),
          Member("virtualTpmEnabled", "2020-06-01", "false"),
        ]),
      Member("sku", "2017-04-02", "server"),
      Member("storageProfile", "2019-06-01", storage),
      Member("subscriptionId", "2017-08-01", "\(ManagedIdentityResource.subscription)"),
      Member("tags", "2017-08-01", ""),
      Member("tagsList", "2019-06-04", []),
      Member("userData", "2021-01-01", ""),
      Member("version", "2017-04-02", "24.04.202602120"),
      Member("virtualMachineScaleSet", "2021-03-01", ["id": ""]),
      Member("vmId", "2017-04-02", "\(ManagedIdentityResource.machineID(machine.name))"),
      Member("vmScaleSetName", "2017-12-01", ""),
      Member("vmSize", "2017-04-02", "Standard_B2s"),
      Member("zone", "2017-12-01", ""),
    ]
  }

  private var storage: JSONValue {
    [
      "dataDisks": [],
      "imageReference": [
        "id": "", "offer": "ubuntu-24_04-lts", "publisher": "canonical", "sku": "server", "version": "latest",
      ],
      "osDisk": [
        "caching": "ReadWrite", "createOption": "FromImage", "diffDiskSettings": ["option": ""], "diskSizeGB": "30",
        "encryptionSettings": ["enabled": "false"], "image": ["uri": ""],
        "managedDisk": [
          "id": .string(
            resource.replacingFirst("virtualMachines/\(machine.name)", with: "disks/\(machine.name)_OsDisk")),
          "storageAccountType": "Premium_LRS",
        ], "name": .string("\(machine.name)_OsDisk"), "osType": "Linux", "vhd": ["uri": ""],
        "writeAcceleratorEnabled": "false",
      ], "resourceDisk": ["size": "8192"],
    ]
  }

  /// One network card. The public address is of a block that documentation may use (RFC 5737).
  private var network: [Member] {
    [
      Member(
        "interface", "2017-04-02",
        [
          [
            "ipv4": [
              "ipAddress": [["privateIpAddress": "10.0.0.4", "publicIpAddress": "203.0.113.4"]],
              "subnet": [["address": "10.0.0.0", "prefix": "24"]],
            ], "ipv6": ["ipAddress": []], "macAddress": "000D3A000004",
          ]
        ])
    ]
  }
}

extension String {
  /// The text with the first occurrence of another one replaced.
  fileprivate func replacingFirst(_ old: String, with new: String) -> String {
    guard let place = firstPlace(of: old) else { return self }
    return String(self[..<place.lowerBound]) + new + self[place.upperBound...]
  }
}
