"""Microsoft's own client of Graph, with the token of an app by hand."""

import asyncio
import ssl
import time
from concurrent.futures import ThreadPoolExecutor

from play.plain import Plain
from play.saw import Saw, failure


class Held:
    """A credential for a token that is there already."""

    def __init__(self, token):
        self._token = token

    def get_token(self, *scopes, **options):
        from azure.core.credentials import AccessToken

        return AccessToken(self._token, int(time.time()) + 3600)


class GraphSDK(Plain):
    name = "msgraph-sdk"
    needs = ("msgraph",)

    def ask_graph(self):
        # In a thread of its own, since the browser's tests keep an event loop running in the main one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self._me()).result()

    async def _me(self):
        import httpx
        from kiota_authentication_azure.azure_identity_authentication_provider import AzureIdentityAuthenticationProvider
        from msgraph import GraphRequestAdapter, GraphServiceClient
        from msgraph.graph_request_adapter import options
        from msgraph_core import GraphClientFactory

        provider = AzureIdentityAuthenticationProvider(
            Held(self.tokens["access_token"]), scopes=["https://graph.microsoft.com/.default"], allowed_hosts=["localhost"]
        )
        context = ssl.create_default_context(cafile=self.server.ca)
        async with httpx.AsyncClient(verify=context, trust_env=False) as plain:
            client = GraphClientFactory.create_with_default_middleware(client=plain, options=options)
            adapter = GraphRequestAdapter(provider, client)
            adapter.base_url = f"{self.server.graph}/v1.0"
            try:
                me = await GraphServiceClient(request_adapter=adapter).me.get()
            except Exception as error:
                seen = failure(error)
                if word := getattr(getattr(error, "error", None), "code", None):
                    seen.text += f" / {error.response_status_code} {word}"
                return seen
        return Saw("said", f"200, {me.user_principal_name}", result=me)
