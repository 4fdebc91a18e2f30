# A tenant of mockidp for Terraform's provider azuread. The import blocks take over what is there, so a first plan has nothing to
# add. Not in here: passwords and the texts of secrets, and what the provider has no resource for.

terraform {
  required_version = ">= 1.5"

  required_providers {
    azuread = {
      source  = "hashicorp/azuread"
      version = "~> 3.0"
    }
  }
}

provider "azuread" {
  tenant_id = "c0270500-0000-4000-8000-000000000001"
}

data "azuread_service_principal" "graph" {
  client_id = "00000003-0000-0000-c000-000000000000"
}

data "azuread_service_principal" "identity" {
  client_id = "1de47170-0000-4000-8000-000000000006"
}

resource "azuread_user" "alice" {
  user_principal_name  = "alice@contoso.onmicrosoft.com"
  display_name         = "Alice Archer"
  given_name           = "Alice"
  surname              = "Archer"
  mail                 = "alice@contoso.onmicrosoft.com"
  job_title            = "Product Manager"
  preferred_language   = "en-US"
  show_in_address_list = false
}

import {
  to = azuread_user.alice
  id = "/users/a11ce000-0000-4000-8000-000000000001"
}

resource "azuread_user" "bob" {
  user_principal_name  = "bob@contoso.onmicrosoft.com"
  display_name         = "Bob Baker"
  given_name           = "Bob"
  surname              = "Baker"
  mail                 = "bob@contoso.onmicrosoft.com"
  job_title            = "Engineer"
  preferred_language   = "en-US"
  show_in_address_list = false
  manager_id           = azuread_user.alice.object_id
}

import {
  to = azuread_user.bob
  id = "/users/b0b00000-0000-4000-8000-000000000002"
}

resource "azuread_user" "admin" {
  user_principal_name  = "admin@contoso.onmicrosoft.com"
  display_name         = "Ada Admin"
  given_name           = "Ada"
  surname              = "Admin"
  mail                 = "admin@contoso.onmicrosoft.com"
  job_title            = "Administrator"
  preferred_language   = "en-US"
  show_in_address_list = false
}

import {
  to = azuread_user.admin
  id = "/users/ad314000-0000-4000-8000-000000000003"
}

resource "azuread_user" "zoe" {
  user_principal_name         = "zoe@contoso.onmicrosoft.com"
  display_name                = "Zoe Zander"
  given_name                  = "Zoe"
  surname                     = "Zander"
  mail                        = "zoe@contoso.com"
  mail_nickname               = "zz"
  other_mails                 = ["zoe@home.test"]
  job_title                   = "Ranger"
  office_location             = "Forest 1"
  mobile_phone                = "+49 3"
  business_phones             = ["+49 4", "+49 5"]
  preferred_language          = "de-DE"
  age_group                   = "Minor"
  city                        = "Ulm"
  company_name                = "Contoso Trees"
  consent_provided_for_minor  = "Granted"
  country                     = "DE"
  department                  = "Forests"
  employee_hire_date          = "2024-01-01T00:00:00Z"
  employee_id                 = "77"
  employee_type               = "Employee"
  fax_number                  = "+49 6"
  onpremises_immutable_id     = "anchor"
  postal_code                 = "89073"
  state                       = "Swabia"
  street_address              = "Oak street 1"
  usage_location              = "DE"
  cost_center                 = "4711"
  division                    = "East"
  disable_password_expiration = true
  disable_strong_password     = true
  account_enabled             = false
  show_in_address_list        = false
  manager_id                  = azuread_user.bob.object_id
}

import {
  to = azuread_user.zoe
  id = "/users/817c7425-1b52-4b4a-9eaa-be8532b44cd7"
}

resource "azuread_application" "api" {
  display_name     = "Contoso API"
  sign_in_audience = "AzureADMyOrg"
  identifier_uris  = ["api://a9100000-0000-4000-8000-000000000005", "api://contoso"]
  # The secret 977b4f7b-5f9f-4adb-8098-9763ccfc7afe cannot be imported: nobody can read its text.

  api {
    requested_access_token_version = 2

    oauth2_permission_scope {
      id                         = "3c00f744-c76f-44b2-a257-7b445453e559"
      value                      = "access_as_user"
      type                       = "User"
      admin_consent_display_name = "Access the Contoso API as you"
      admin_consent_description  = "Access the Contoso API as you."
    }

    oauth2_permission_scope {
      id                         = "f496238d-44c9-4310-bdd7-4030b864524e"
      value                      = "Orders.Read"
      type                       = "User"
      admin_consent_display_name = "Read your orders"
      admin_consent_description  = "Read your orders."
    }

    oauth2_permission_scope {
      id                         = "387f9811-dfb4-47ae-b305-cec8f687dbab"
      value                      = "Orders.Write.All"
      type                       = "Admin"
      admin_consent_display_name = "Write everybody's orders"
      admin_consent_description  = "Write everybody's orders."
    }
  }

  app_role {
    id                   = "30e55c2b-1ac2-4051-ab2a-cca9ddeaa5bc"
    value                = "Orders.Process"
    display_name         = "Process orders"
    description          = "Process orders"
    allowed_member_types = ["Application"]
  }

  app_role {
    id                   = "9c132a08-3dc3-4878-a2ab-32f81ec6d5f8"
    value                = "Approver"
    display_name         = "Approver"
    description          = "Approver"
    allowed_member_types = ["User"]
  }

  required_resource_access {
    resource_app_id = data.azuread_service_principal.graph.client_id

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["User.Read"]
      type = "Scope"
    }
  }

  web {
    redirect_uris = ["http://localhost/signin-oidc"]
  }
}

import {
  to = azuread_application.api
  id = "/applications/89c96672-d8f6-4176-bb38-31ac63689d39"
}

resource "azuread_application" "mobile" {
  display_name                   = "Contoso Mobile"
  sign_in_audience               = "AzureADandPersonalMicrosoftAccount"
  fallback_public_client_enabled = true

  api {
    requested_access_token_version = 2
  }

  public_client {
    redirect_uris = [
      "msauth.com.example.mobile://auth",
      "msauth://com.example.mobile/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D",
      "msal30b11e00-0000-4000-8000-000000000001://auth",
      "https://login.microsoftonline.com/common/oauth2/nativeclient",
      "urn:ietf:wg:oauth:2.0:oob",
    ]
  }

  required_resource_access {
    resource_app_id = data.azuread_service_principal.graph.client_id

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["openid"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["profile"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["email"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["offline_access"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["User.Read"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["Mail.Read"]
      type = "Scope"
    }
  }

  required_resource_access {
    resource_app_id = "a9100000-0000-4000-8000-000000000005"

    resource_access {
      id   = "3c00f744-c76f-44b2-a257-7b445453e559" # access_as_user
      type = "Scope"
    }

    resource_access {
      id   = "f496238d-44c9-4310-bdd7-4030b864524e" # Orders.Read
      type = "Scope"
    }
  }

  lifecycle {
    ignore_changes = [public_client[0].redirect_uris]
  }
}

import {
  to = azuread_application.mobile
  id = "/applications/0ac97c8b-773a-42a4-85f0-7ae457be2f26"
}

resource "azuread_application" "spa" {
  display_name     = "Contoso SPA"
  sign_in_audience = "AzureADandPersonalMicrosoftAccount"

  api {
    requested_access_token_version = 2
  }

  required_resource_access {
    resource_app_id = data.azuread_service_principal.graph.client_id

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["openid"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["profile"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["email"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["offline_access"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["User.Read"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["Mail.Read"]
      type = "Scope"
    }
  }

  required_resource_access {
    resource_app_id = "a9100000-0000-4000-8000-000000000005"

    resource_access {
      id   = "3c00f744-c76f-44b2-a257-7b445453e559" # access_as_user
      type = "Scope"
    }

    resource_access {
      id   = "f496238d-44c9-4310-bdd7-4030b864524e" # Orders.Read
      type = "Scope"
    }
  }

  single_page_application {
    redirect_uris = ["http://localhost/auth", "https://spa.contoso.test/"]
  }

  web {
    logout_url = "http://localhost/logout"
  }

  lifecycle {
    ignore_changes = [single_page_application[0].redirect_uris]
  }
}

import {
  to = azuread_application.spa
  id = "/applications/7e4b1dd2-13c7-42ec-b700-cdcd3ac0ab54"
}

resource "azuread_application" "web" {
  display_name     = "Contoso Web"
  sign_in_audience = "AzureADandPersonalMicrosoftAccount"
  # The secret eeac494b-0a0e-4d7c-a7eb-adf629e9ca72 cannot be imported: nobody can read its text.

  api {
    requested_access_token_version = 2
  }

  required_resource_access {
    resource_app_id = data.azuread_service_principal.graph.client_id

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["openid"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["profile"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["email"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["offline_access"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["User.Read"]
      type = "Scope"
    }

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["Mail.Read"]
      type = "Scope"
    }
  }

  required_resource_access {
    resource_app_id = "a9100000-0000-4000-8000-000000000005"

    resource_access {
      id   = "3c00f744-c76f-44b2-a257-7b445453e559" # access_as_user
      type = "Scope"
    }

    resource_access {
      id   = "f496238d-44c9-4310-bdd7-4030b864524e" # Orders.Read
      type = "Scope"
    }
  }

  web {
    logout_url = "http://localhost/frontchannel-logout"
    redirect_uris = [
      "http://localhost/auth/callback",
      "http://localhost/signin-oidc",
      "http://localhost/login/oauth2/code/azure",
      "http://localhost/login/oauth2/code/entra",
      "http://localhost/login/oauth2/code/microsoft",
      "https://web.contoso.test/auth/callback",
      "https://localhost/signin-oidc",
      "https://localhost/signout-callback-oidc",
    ]

    implicit_grant {
      id_token_issuance_enabled = true
    }
  }

  lifecycle {
    ignore_changes = [web[0].redirect_uris]
  }
}

import {
  to = azuread_application.web
  id = "/applications/7832e7dc-ad89-4424-a1db-17c2c7fce8d7"
}

resource "azuread_application" "daemon" {
  display_name     = "Contoso Daemon"
  sign_in_audience = "AzureADMyOrg"
  # The secret ffa1853e-fd01-467b-af9f-e0e598f29b71 cannot be imported: nobody can read its text.

  api {
    requested_access_token_version = 2
  }

  required_resource_access {
    resource_app_id = data.azuread_service_principal.graph.client_id

    resource_access {
      id   = data.azuread_service_principal.graph.app_role_ids["User.Read.All"]
      type = "Role"
    }
  }
}

import {
  to = azuread_application.daemon
  id = "/applications/cae73ab2-6cc9-469a-8aeb-97555a3f4ef7"
}

resource "azuread_application_certificate" "daemon_3454ef0b-d6d4-49a2-8cbd-1c07f7cba919" {
  application_id = azuread_application.daemon.id
  type           = "AsymmetricX509Cert"
  key_id         = "3454ef0b-d6d4-49a2-8cbd-1c07f7cba919"
  encoding       = "base64"
  value          = "MIIDBzCCAe+gAwIBAgIQTQwdkNrjAABAAIAAAAAA/zANBgkqhkiG9w0BAQsFADAlMSMwIQYDVQQDDBptb2NraWRwIGRldmVsb3BtZW50IGRhZW1vbjAgFw0yMDAxMDEwMDAwMDBaGA8yMDcwMDEwMTAwMDAwMFowJTEjMCEGA1UEAwwabW9ja2lkcCBkZXZlbG9wbWVudCBkYWVtb24wggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQC3oFDKuv9L6I4x2lg/gL6hYTYSv4yai92SQIlBfpYshfwh1WCGwUYsJholRqecjZyKOcK4KLE5aK/OJFgzYU+UCbNN36fUnxYb+jA0fDZg3nixHfPJdjgVmHiskBtq0RmG4E16kIGYJBFbvs5vHtN4DErfwVRIa5eBRG13n7xKDDObNYSY8elL0P1hPbm/9ssc9OCJA07IODbmRCiIZhFB1piDJt1ka/mCCnnNpUQIDxPp6HNZgvmqr5MaYuzJqzJWzNw2YlMXtbLSf/tfcLj8b/yDzXzyjUYyKZXMB/H1hVKQMP+g3zzZUQI7wcpePyRyjtxzVUbN2wuGGRXmUE5tAgMBAAGjMTAvMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4EFgQUFKh7LDBACWgucBmBhtDGGohGEyEwDQYJKoZIhvcNAQELBQADggEBACspRDpqu+NhL34k4mEHGgI0lJE2OQ5t2CFpT7htjPp9z5jbPDk06sk77xR17rwrQGXZ8waInNfmgMIZiRbis5znnsHjl+Q8LtGAJA1PN1vimXb4DowOPJhgXDZD/9u1mndx95t+brnS9I+ci+cKwd9vJk/pPHcIUvKiIKQ6fybV31dU97F5ZGSCNOVExKIHm32ihET4+4nyiJOxC9uYmjKwQrdZvzDAQSHaPOE3Q3HEA7k6vbSbfCt88E+fojgNhNh3aqR3WIJcdvSPPCUx29QsvOEzFvdHUJcDHRwLUZwtgUCVsPDeVZ/izZ4nGyvGZOcR/9MyFcoHn/ncl4jmBws="
  end_date       = "2070-01-01T00:00:00Z"

  lifecycle {
    ignore_changes = [encoding, value]
  }
}

import {
  to = azuread_application_certificate.daemon_3454ef0b-d6d4-49a2-8cbd-1c07f7cba919
  id = "cae73ab2-6cc9-469a-8aeb-97555a3f4ef7/certificate/3454ef0b-d6d4-49a2-8cbd-1c07f7cba919"
}

resource "azuread_application" "orders" {
  display_name                   = "Orders"
  description                    = "Sells."
  sign_in_audience               = "AzureADMultipleOrgs"
  identifier_uris                = ["api://orders"]
  fallback_public_client_enabled = true
  device_only_auth_enabled       = true
  group_membership_claims        = ["SecurityGroup"]
  notes                          = "A note."
  service_management_reference   = "42"
  tags                           = ["HideApp"]
  oauth2_post_response_required  = true
  owners                         = [azuread_user.zoe.object_id]
  marketing_url                  = "https://orders.test/m"
  support_url                    = "https://orders.test/s"
  # The secret 4d9734e5-b93d-4888-8f62-0671d669cc03 cannot be imported: nobody can read its text.

  api {
    requested_access_token_version = 2
    mapped_claims_enabled          = true
    known_client_applications      = ["30b11e00-0000-4000-8000-000000000001"]

    oauth2_permission_scope {
      id                         = "fbdf6547-e6c9-436e-beb9-2a57ced96086"
      value                      = "Orders.Read"
      type                       = "User"
      admin_consent_display_name = "Orders.Read"
    }
  }

  app_role {
    id                   = "816d8e25-18b5-4bb8-82ca-a29616c4dd46"
    value                = "Clerk"
    display_name         = "Clerk"
    description          = "Clerk"
    allowed_member_types = ["User"]
  }

  optional_claims {
    access_token {
      name = "email"
    }

    id_token {
      name = "email"
    }
  }

  public_client {
    redirect_uris = ["orders://auth"]
  }

  required_resource_access {
    resource_app_id = data.azuread_service_principal.graph.client_id

    resource_access {
      id   = data.azuread_service_principal.graph.oauth2_permission_scope_ids["User.Read"]
      type = "Scope"
    }
  }

  single_page_application {
    redirect_uris = ["https://orders.test/spa"]
  }

  web {
    homepage_url  = "https://orders.test/"
    logout_url    = "https://orders.test/out"
    redirect_uris = ["https://orders.test/cb"]

    implicit_grant {
      access_token_issuance_enabled = true
      id_token_issuance_enabled     = true
    }
  }
}

import {
  to = azuread_application.orders
  id = "/applications/181df296-18b8-4e58-bb08-17f7353b65e9"
}

resource "azuread_application_pre_authorized" "orders_mobile" {
  application_id       = azuread_application.orders.id
  authorized_client_id = azuread_application.mobile.client_id
  permission_ids       = ["fbdf6547-e6c9-436e-beb9-2a57ced96086"]
}

import {
  to = azuread_application_pre_authorized.orders_mobile
  id = "181df296-18b8-4e58-bb08-17f7353b65e9/preAuthorizedApplication/30b11e00-0000-4000-8000-000000000001"
}

resource "azuread_service_principal" "api" {
  client_id = azuread_application.api.client_id
}

import {
  to = azuread_service_principal.api
  id = "/servicePrincipals/9aa912e6-c102-4c93-892f-6e6179764944"
}

resource "azuread_service_principal" "mobile" {
  client_id = azuread_application.mobile.client_id
}

import {
  to = azuread_service_principal.mobile
  id = "/servicePrincipals/c2668978-5360-4d67-8265-9d6e0398fd7a"
}

resource "azuread_service_principal" "spa" {
  client_id = azuread_application.spa.client_id
}

import {
  to = azuread_service_principal.spa
  id = "/servicePrincipals/1029f6dd-88de-4c80-a96f-da16f9a39227"
}

resource "azuread_service_principal" "web" {
  client_id = azuread_application.web.client_id
}

import {
  to = azuread_service_principal.web
  id = "/servicePrincipals/c1c7f42a-9827-4a2e-b720-05d3019adddb"
}

resource "azuread_service_principal" "daemon" {
  client_id = azuread_application.daemon.client_id
}

import {
  to = azuread_service_principal.daemon
  id = "/servicePrincipals/1ce45942-9e1a-4a74-912d-f4e03338d6ef"
}

resource "azuread_service_principal" "orders" {
  client_id                     = azuread_application.orders.client_id
  account_enabled               = false
  description                   = "The shop."
  login_url                     = "https://orders.test/login"
  notes                         = "Another note."
  preferred_single_sign_on_mode = "saml"
  alternative_names             = ["shop"]
  notification_email_addresses  = ["n@contoso.com"]
  tags                          = ["Shop"]
  owners                        = [azuread_user.zoe.object_id]

  saml_single_sign_on {
    relay_state = "r"
  }
}

import {
  to = azuread_service_principal.orders
  id = "/servicePrincipals/75381512-1f41-4a85-97df-78518c977047"
}

resource "azuread_group" "engineers" {
  display_name     = "Engineers"
  description      = "Who builds it."
  security_enabled = true
  mail_nickname    = "engineers"
  members          = [azuread_user.bob.object_id]
}

import {
  to = azuread_group.engineers
  id = "/groups/97000000-0000-4000-8000-000000000001"
}

resource "azuread_group" "staff" {
  display_name     = "Contoso Staff"
  description      = "Everybody who works at Contoso."
  security_enabled = true
  mail_nickname    = "staff"
  members = [
    azuread_user.alice.object_id,
    azuread_user.admin.object_id,
    azuread_group.engineers.object_id,
  ]
}

import {
  to = azuread_group.staff
  id = "/groups/97000000-0000-4000-8000-000000000002"
}

resource "azuread_group" "company" {
  display_name  = "All Company"
  mail_enabled  = true
  mail_nickname = "company"
  types         = ["Unified"]
  members       = [azuread_user.alice.object_id, azuread_user.bob.object_id, azuread_user.admin.object_id]
}

import {
  to = azuread_group.company
  id = "/groups/97000000-0000-4000-8000-000000000003"
}

resource "azuread_group" "rangers" {
  display_name         = "Rangers"
  description          = "Look after trees."
  security_enabled     = true
  mail_enabled         = true
  mail_nickname        = "rr"
  types                = ["DynamicMembership", "Unified"]
  assignable_to_role   = true
  visibility           = "Private"
  theme                = "Green"
  behaviors            = ["b"]
  provisioning_options = ["Team"]
  writeback_enabled    = true
  owners               = [azuread_user.zoe.object_id]

  dynamic_membership {
    enabled = false
    rule    = "user.department -eq \"Forests\""
  }
}

import {
  to = azuread_group.rangers
  id = "/groups/10606800-f209-46e1-997a-93ae8e16996f"
}

resource "azuread_directory_role_assignment" "admin_Global_Administrator" {
  role_id             = "62e90394-69f5-4237-9190-012177145e10" # Global Administrator
  principal_object_id = azuread_user.admin.object_id
}

import {
  to = azuread_directory_role_assignment.admin_Global_Administrator
  id = "/roleManagement/directory/roleAssignments/lAPpYvVpN0KRkAEhdxReEABAMa0AAABAgAAAAAAAAAM"
}

resource "azuread_directory_role_assignment" "rangers_Global_Reader" {
  role_id             = "f2ef992c-3afb-46b9-b7cf-a126ee74c451" # Global Reader
  principal_object_id = azuread_group.rangers.object_id
}

import {
  to = azuread_directory_role_assignment.rangers_Global_Reader
  id = "/roleManagement/directory/roleAssignments/LJnv8vs6uUa3z6Em7nTEUQBoYBAJ8uFGmXqTro4WmW8"
}

resource "azuread_app_role_assignment" "daemon_api_Orders_Process" {
  app_role_id         = azuread_service_principal.api.app_role_ids["Orders.Process"]
  principal_object_id = azuread_service_principal.daemon.object_id
  resource_object_id  = azuread_service_principal.api.object_id
}

import {
  to = azuread_app_role_assignment.daemon_api_Orders_Process
  id = "/servicePrincipals/9aa912e6-c102-4c93-892f-6e6179764944/appRoleAssignedTo/QlnkHBqedEqRLfTgMzjW71NEvQ3jw1pOh_h-sIh6mec"
}

resource "azuread_app_role_assignment" "daemon_graph_User_Read_All" {
  app_role_id         = data.azuread_service_principal.graph.app_role_ids["User.Read.All"]
  principal_object_id = azuread_service_principal.daemon.object_id
  resource_object_id  = data.azuread_service_principal.graph.object_id
}

import {
  to = azuread_app_role_assignment.daemon_graph_User_Read_All
  id = "/servicePrincipals/e4955fbc-7aca-4165-a236-9f51bf30f782/appRoleAssignedTo/QlnkHBqedEqRLfTgMzjW74PIY4SyAeBMpZ1ES7K8b0M"
}

resource "azuread_app_role_assignment" "identity_graph_User_Read_All" {
  app_role_id         = data.azuread_service_principal.graph.app_role_ids["User.Read.All"]
  principal_object_id = data.azuread_service_principal.identity.object_id
  resource_object_id  = data.azuread_service_principal.graph.object_id
}

import {
  to = azuread_app_role_assignment.identity_graph_User_Read_All
  id = "/servicePrincipals/e4955fbc-7aca-4165-a236-9f51bf30f782/appRoleAssignedTo/pFFgfht89kS1IyHqqzUOJGBqpzg8xEJMkTr4h-MRzrk"
}

resource "azuread_service_principal_delegated_permission_grant" "spa_api" {
  service_principal_object_id          = azuread_service_principal.spa.object_id
  resource_service_principal_object_id = azuread_service_principal.api.object_id
  claim_values                         = ["access_as_user", "Orders.Read"]
}

import {
  to = azuread_service_principal_delegated_permission_grant.spa_api
  id = "/oauth2PermissionGrants/3fYpEN6IgEypb9oW-aOSJ-YSqZoCwZNMiS9uYXl2SUQ"
}

resource "azuread_service_principal_delegated_permission_grant" "spa_graph" {
  service_principal_object_id          = azuread_service_principal.spa.object_id
  resource_service_principal_object_id = data.azuread_service_principal.graph.object_id
  claim_values                         = ["openid", "profile", "email", "offline_access", "User.Read", "Mail.Read"]
}

import {
  to = azuread_service_principal_delegated_permission_grant.spa_graph
  id = "/oauth2PermissionGrants/3fYpEN6IgEypb9oW-aOSJ7xfleTKemVBojafUb8w94I"
}

resource "azuread_service_principal_delegated_permission_grant" "api_graph" {
  service_principal_object_id          = azuread_service_principal.api.object_id
  resource_service_principal_object_id = data.azuread_service_principal.graph.object_id
  claim_values                         = ["User.Read"]
}

import {
  to = azuread_service_principal_delegated_permission_grant.api_graph
  id = "/oauth2PermissionGrants/5hKpmgLBk0yJL25heXZJRLxfleTKemVBojafUb8w94I"
}

resource "azuread_service_principal_delegated_permission_grant" "web_api" {
  service_principal_object_id          = azuread_service_principal.web.object_id
  resource_service_principal_object_id = azuread_service_principal.api.object_id
  claim_values                         = ["access_as_user", "Orders.Read"]
}

import {
  to = azuread_service_principal_delegated_permission_grant.web_api
  id = "/oauth2PermissionGrants/KvTHwSeYLkq3IAXTAZrd2-YSqZoCwZNMiS9uYXl2SUQ"
}

resource "azuread_service_principal_delegated_permission_grant" "web_graph" {
  service_principal_object_id          = azuread_service_principal.web.object_id
  resource_service_principal_object_id = data.azuread_service_principal.graph.object_id
  claim_values                         = ["openid", "profile", "email", "offline_access", "User.Read", "Mail.Read"]
}

import {
  to = azuread_service_principal_delegated_permission_grant.web_graph
  id = "/oauth2PermissionGrants/KvTHwSeYLkq3IAXTAZrd27xfleTKemVBojafUb8w94I"
}

resource "azuread_service_principal_delegated_permission_grant" "mobile_graph" {
  service_principal_object_id          = azuread_service_principal.mobile.object_id
  resource_service_principal_object_id = data.azuread_service_principal.graph.object_id
  claim_values                         = ["openid", "profile", "email", "offline_access", "User.Read", "Mail.Read"]
}

import {
  to = azuread_service_principal_delegated_permission_grant.mobile_graph
  id = "/oauth2PermissionGrants/eIlmwmBTZ02CZZ1uA5j9erxfleTKemVBojafUb8w94I"
}

resource "azuread_service_principal_delegated_permission_grant" "mobile_api" {
  service_principal_object_id          = azuread_service_principal.mobile.object_id
  resource_service_principal_object_id = azuread_service_principal.api.object_id
  claim_values                         = ["access_as_user", "Orders.Read"]
}

import {
  to = azuread_service_principal_delegated_permission_grant.mobile_api
  id = "/oauth2PermissionGrants/eIlmwmBTZ02CZZ1uA5j9euYSqZoCwZNMiS9uYXl2SUQ"
}
