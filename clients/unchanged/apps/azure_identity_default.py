"""The Azure SDK with its defaults: no authority host, and instance discovery on."""

import json

import requests
from azure.identity import ClientSecretCredential

credential = ClientSecretCredential(
    tenant_id="contoso.onmicrosoft.com", client_id="dae30000-0000-4000-8000-000000000004", client_secret="daemon-secret"
)
token = credential.get_token("https://graph.microsoft.com/.default").token
users = requests.get("https://graph.microsoft.com/v1.0/users", headers={"Authorization": f"Bearer {token}"}, timeout=20)
print(json.dumps({"users": sorted(user["userPrincipalName"] for user in users.json()["value"])}))
