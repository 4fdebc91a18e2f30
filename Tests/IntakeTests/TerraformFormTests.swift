import Expectations
import Testing

@testable import Intake

/// Terraform's own language: registrations of all generations of the provider, with what belongs to them.
struct TerraformFormTests {
  @Test(arguments: readings) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  private static let readings: [Reading] = [
    Reading(
      "a web app that asks for Graph and for an API beside it",
      [
        (
          "main.tf",
          """
          variable "host" {
            default = "app.acme.test"
          }
          locals {
            callback = "https://${var.host}/cb"
          }
          # The API
          resource "azuread_application" "api" {
            display_name    = "orders"
            identifier_uris = ["api://orders"]
            api {
              oauth2_permission_scope {
                id    = random_uuid.read.result
                value = "Orders.Read"
              }
            }
            app_role {
              allowed_member_types = ["Application"]
              value                = "Orders.All"
              display_name         = "All"
              description          = "All"
            }
          }
          resource "azuread_application" "web" {
            display_name = "shop"
            web {
              redirect_uris = [local.callback, "https://${var.host}/"]
              implicit_grant {
                id_token_issuance_enabled = true
              }
            }
            required_resource_access {
              resource_app_id = "00000003-0000-0000-c000-000000000000"
              resource_access {
                id   = "e1fe6dd8-ba31-4d61-89e7-88639da4683d" # User.Read
                type = "Scope"
              }
            }
            required_resource_access {
              resource_app_id = azuread_application.api.client_id
              resource_access {
                id   = random_uuid.read.result
                type = "Scope"
              }
            }
          }
          """
        ),
        (
          "secret.tf",
          "resource \"azuread_application_password\" \"web\" {\n  application_id = azuread_application.web.id\n}"
        ),
      ],
      [
        "api made-up of made-up uri=api://orders exposes=Orders.Read +appRoles",
        "web made-up of made-up web=https://app.acme.test/cb web=https://app.acme.test/ asks=User.Read asks=api://orders/Orders.Read secret +enableIdTokenIssuance",
      ]),
    Reading(
      "the newest generation, in resources of their own",
      [
        (
          "app.tf",
          """
          resource "azuread_application_registration" "page" {
            display_name     = "page"
            sign_in_audience = "AzureADMultipleOrgs"
          }
          resource "azuread_application_redirect_uris" "page" {
            application_id = azuread_application_registration.page.id
            type           = "SPA"
            redirect_uris  = toset(["https://page.acme.test/"])
          }
          resource "azuread_application_api_access" "graph" {
            application_id = azuread_application_registration.page.id
            api_client_id  = data.azuread_application_published_app_ids.well_known.result["MicrosoftGraph"]
            scope_ids      = [data.azuread_service_principal.msgraph.oauth2_permission_scope_ids["User.ReadBasic.All"]]
          }
          """
        )
      ],
      ["spa made-up of made-up spa=https://page.acme.test/ asks=User.ReadBasic.All audience=AzureADMultipleOrgs"]),
    Reading(
      "the oldest generation, in a module that is called with an address",
      [
        ("main.tf", "module \"app\" {\n  source = \"./modules/app\"\n  urls   = [\"https://old.acme.test/cb\"]\n}"),
        (
          "modules/app/main.tf",
          """
          variable "urls" {
            type = list(string)
          }
          resource "azuread_application" "old" {
            name                       = "old"
            reply_urls                 = var.urls
            available_to_other_tenants = true
          }
          """
        ),
      ], ["web made-up of made-up web=https://old.acme.test/cb audience=AzureADMultipleOrgs"]),
    Reading(
      "a service principal with a password signs in by itself",
      [
        (
          "sp.tf",
          """
          resource "azuread_application" "robot" { display_name = "robot" }
          resource "azuread_service_principal" "sp" { client_id = azuread_application.robot.client_id }
          resource "azuread_service_principal_password" "sp" { service_principal_id = azuread_service_principal.sp.id }
          """
        )
      ], ["daemon made-up of made-up secret"]),
    Reading(
      "what is broken off is read as far as it goes",
      [
        (
          "main.tf",
          "resource \"azuread_application\" \"a\" {\n  display_name = \"a\"\n  web {\n    redirect_uris = [\"https://a.test/"
        )
      ],
      ["web made-up of made-up web=https://a.test/"]),
  ]
}
