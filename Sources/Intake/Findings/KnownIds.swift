import Bytes

/// Ids of Microsoft's own that stand in programs of other people.
enum KnownIds {
  private static let apps = """
    04b07795-8ddb-461a-bbee-02f9e1bf7b46 1950a258-227b-4e31-a9cf-717495945fc2 14d82eec-204b-4c2f-b7e8-296a70dab67e \
    872cd9fa-d31f-45e0-9eab-6e460a02d1f1 aebc6443-996d-45c2-90f0-388ff96faa56 d3590ed6-52b3-4102-aeff-aad2292ab01c \
    de8bc8b5-d9f9-48b1-a8ad-b748da725064 00000003-0000-0000-c000-000000000000 00000002-0000-0000-c000-000000000000 \
    797f4846-ba00-4fd7-ba43-dac1f8f63013 cfa8b339-82a2-471a-a3c9-0fc0be7a4093 e406a681-f3d4-42a8-90b6-c2b029497af1 \
    1fec8e78-bce4-4aaf-ab1b-5451cc387264 5e3ce6c0-2b1f-4285-8d4b-75ee78787346 00000002-0000-0ff1-ce00-000000000000 \
    00000003-0000-0ff1-ce00-000000000000 ea5a67f6-b6f3-4338-b240-c655ddc3cc8e 57fb890c-0dab-4253-a5e0-7188c88b2bb4 \
    a40d7d7d-59aa-447e-a655-679a4107e548 29d9ed98-a469-4536-ade2-f981bc1d605e ab9b8c07-8f02-4f72-87fa-80105867a763 \
    6dae42f8-4368-4678-94ff-3960e28e3630 80faf920-1908-4b52-b5ef-a8e7bedfc67a
    """

  /// Whether this app exists in every tenant, so that nobody registers it.
  static func isApp(_ id: GUID) -> Bool { has(id, in: apps) }

  private static let tenants =
    "72f988bf-86f1-41af-91ab-2d7cd011db47 9188040d-6c67-4c5b-b112-36a304b66dad f8cdef31-a31e-4b4a-93e4-5f571e91255a"

  /// Whether this tenant is Microsoft's: the one of its employees, of personal accounts, or of its services.
  static func isTenant(_ id: GUID) -> Bool { has(id, in: tenants) }

  private static func has(_ id: GUID, in list: String) -> Bool { list.firstPlace(of: id.description) != nil }
}
