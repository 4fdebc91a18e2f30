"""The Microsoft Graph SDK with its default endpoint."""

import asyncio
import json

from azure.identity.aio import ClientSecretCredential
from msgraph import GraphServiceClient


async def main():
    credential = ClientSecretCredential(
        tenant_id="contoso.onmicrosoft.com", client_id="dae30000-0000-4000-8000-000000000004", client_secret="daemon-secret"
    )
    async with credential:
        client = GraphServiceClient(credential, scopes=["https://graph.microsoft.com/.default"])
        answer = await client.users.get()
        return sorted(user.user_principal_name for user in answer.value)


print(json.dumps({"users": asyncio.run(main())}))
