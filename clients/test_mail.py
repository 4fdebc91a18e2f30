"""Mail by Microsoft's own client of Graph, and by what products send."""

import base64
import gzip
import importlib
import json
import pathlib
import time

import pytest
from support.world import ALICE, BOB, CONTOSO, DAEMON

pytest.importorskip("msgraph", reason="msgraph-sdk is not installed here")

from kiota_abstractions.base_request_configuration import RequestConfiguration  # noqa: E402
from msgraph.generated.models.attachment_item import AttachmentItem  # noqa: E402
from msgraph.generated.models.attachment_type import AttachmentType  # noqa: E402
from msgraph.generated.models.body_type import BodyType  # noqa: E402
from msgraph.generated.models.email_address import EmailAddress  # noqa: E402
from msgraph.generated.models.file_attachment import FileAttachment  # noqa: E402
from msgraph.generated.models.item_body import ItemBody  # noqa: E402
from msgraph.generated.models.message import Message  # noqa: E402
from msgraph.generated.models.o_data_errors.o_data_error import ODataError  # noqa: E402
from msgraph.generated.models.recipient import Recipient  # noqa: E402
from msgraph.generated.users.item.mail_folders.item.messages.messages_request_builder import (  # noqa: E402
    MessagesRequestBuilder,
)
from msgraph.generated.users.item.send_mail.send_mail_post_request_body import SendMailPostRequestBody  # noqa: E402
from test_msgraph_sdk import conversing  # noqa: E402

UPLOADS = importlib.import_module(
    "msgraph.generated.users.item.messages.item.attachments.create_upload_session"
    ".create_upload_session_post_request_body"
)
FILE = pathlib.Path(__file__).parent / "scenarios" / "mail.yaml"
SCOPES = "User.Read Mail.Read Mail.ReadWrite Mail.Send MailboxSettings.Read"


@pytest.fixture(scope="module")
def post(home, tmp_path_factory):
    from support.binary import BINARY
    from support.server import Server

    server = Server(BINARY, FILE, home, tmp_path_factory.mktemp("mail"))
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def empty(post):
    post.http_session.delete(f"{post.control}/mail").raise_for_status()


def minted(server, scopes=SCOPES, user="alice"):
    answer = server.http_session.post(
        f"{server.control}/tokens", json={"client": "mobile", "user": user, "scope": scopes}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["token"]


def app_token(server):
    form = {
        "grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
        "scope": "https://graph.microsoft.com/.default",
    }  # fmt: skip
    return server.token(form, CONTOSO).json()["access_token"]


def waited(server, **filters):
    answer = server.http_session.post(f"{server.control}/mail/wait", json={"timeout": "5s", **filters})
    assert answer.status_code == 200, answer.text
    return server.http_session.get(f"{server.control}/mail/{answer.json()['mail'][0]['id']}").json()


def recipient(address):
    return Recipient(email_address=EmailAddress(address=address))


def message(address=BOB.name, attachments=None):
    body = ItemBody(
        content_type=BodyType.Html, content="<p>Hello <a href='https://example.com/go'>world</a>, 482913</p>"
    )
    return Message(
        subject="Testing Microsoft Graph", body=body, to_recipients=[recipient(address)], attachments=attachments
    )


def test_the_three_calls_of_the_tutorial(post):
    """As Microsoft's tutorial for Python prints them: the user, the inbox, a message to oneself."""

    async def conversation(client):
        user = await client.me.get()
        body = SendMailPostRequestBody(message=message(user.mail or user.user_principal_name))
        await client.me.send_mail.post(body=body)
        query = MessagesRequestBuilder.MessagesRequestBuilderGetQueryParameters(
            select=["from", "isRead", "receivedDateTime", "subject"], top=25, orderby=["receivedDateTime DESC"]
        )
        inbox = client.me.mail_folders.by_mail_folder_id("inbox").messages
        found = await inbox.get(request_configuration=RequestConfiguration(query_parameters=query))
        settings = await client.me.mailbox_settings.get()
        return user, found, settings

    user, found, settings = conversing(post, minted(post), conversation)
    assert user.display_name == ALICE.display_name
    [one] = found.value
    assert (one.subject, one.is_read, one.from_.email_address.name) == (
        "Testing Microsoft Graph",
        False,
        ALICE.display_name,
    )
    assert (settings.time_zone, settings.date_format, settings.time_format) == ("UTC", "M/d/yyyy", "h:mm tt")
    caught = waited(post, subject="testing")
    # The SDK sends `SaveToSentItems: false` although nobody has said it.
    assert (caught["savedToSentItems"], caught["user"], caught["client"], caught["form"]) == (
        False,
        "alice",
        "mobile",
        "json",
    )
    assert caught["links"] == [{"url": "https://example.com/go", "text": "world"}] and caught["codes"] == ["482913"]
    assert post.exchanges(event="mail.sent")[-1]["mail"]["subject"] == "Testing Microsoft Graph"


def test_an_attachment_in_the_text(post):
    picture = FileAttachment(
        odata_type="#microsoft.graph.fileAttachment", name="dot.png", content_type="image/png", is_inline=True,
        content_id="dot", content_bytes=b"not quite a picture",
    )  # fmt: skip

    async def conversation(client):
        body = SendMailPostRequestBody(message=message(attachments=[picture]), save_to_sent_items=True)
        await client.me.send_mail.post(body=body)
        [one] = (await client.me.messages.get()).value
        return (await client.me.messages.by_message_id(one.id).attachments.get()).value

    [shown] = conversing(post, minted(post), conversation)
    assert (shown.name, shown.is_inline, shown.content_id) == ("dot.png", True, "dot")
    caught = waited(post, to=BOB.name)
    bytes_ = post.http_session.get(f"{post.control}/mail/{caught['id']}/attachments/1").content
    assert bytes_ == b"not quite a picture"
    page = post.http_session.get(f"{post.control}/mail/latest/html")
    assert "sandbox" in page.headers["Content-Security-Policy"]


def test_an_upload_of_one_slice(post):
    size = 3_200_000

    async def conversation(client):
        draft = await client.me.messages.post(message())
        item = AttachmentItem(attachment_type=AttachmentType.File, name="large.bin", size=size)
        attachments = client.me.messages.by_message_id(draft.id).attachments
        order = UPLOADS.CreateUploadSessionPostRequestBody(attachment_item=item)
        session = await attachments.create_upload_session.post(order)
        answer = post.http_session.put(
            session.upload_url, data=b"x" * size, headers={"Content-Range": f"bytes 0-{size - 1}/{size}"}
        )
        assert answer.status_code == 201, answer.text
        await client.me.messages.by_message_id(draft.id).send.post()

    conversing(post, minted(post), conversation)
    assert waited(post, to=BOB.name)["attachments"][0]["size"] == size


def test_a_client_waits_and_sends_again(post):
    answer = post.http_session.post(f"{post.control}/rules", json={
        "name": "slow", "when": {"path": "/v1.0/me/sendMail", "occurrence": 1},
        "then": {
            "respond": {
                "status": 429, "headers": {"Retry-After": "1"},
                "body": '{"error":{"code":"ApplicationThrottled","message":"x"}}',
            },
        },
    })  # fmt: skip
    assert answer.status_code in (200, 201), answer.text

    async def conversation(client):
        await client.me.send_mail.post(body=SendMailPostRequestBody(message=message()))

    try:
        conversing(post, minted(post), conversation)
    finally:
        post.http_session.delete(f"{post.control}/rules/slow")
    assert waited(post, to=BOB.name)["to"] == [BOB.name]


@pytest.mark.parametrize(
    ("user", "code"),
    [
        ("nobody@contoso.com", "ErrorInvalidUser"),
        ("carol@contoso.onmicrosoft.com", "ErrorAccessDenied"),
        (ALICE.name, None),
    ],
)
def test_an_app_is_kept_to_its_mailboxes(post, user, code):
    async def conversation(client):
        await client.users.by_user_id(user).send_mail.post(body=SendMailPostRequestBody(message=message()))

    if code is None:
        return conversing(post, app_token(post), conversation)
    if user.startswith("carol"):
        user = post.http_session.get(f"{post.control}/users/paper").json()["userPrincipalName"]
    with pytest.raises(ODataError) as refused:
        conversing(post, app_token(post), conversation)
    assert refused.value.error.code == code
    assert post.exchanges(event="mail.refused")[-1]["resourceError"] == code


MIME = (
    b"From: alice@contoso.onmicrosoft.com\r\nTo: bob@contoso.onmicrosoft.com\r\nBcc: kim@example.com\r\n"
    b"Subject: Hi\r\n\r\nText\r\n"
)
KIM = [{"emailAddress": {"address": "kim@example.com"}}]


@pytest.mark.parametrize("encode", [base64.b64encode, base64.encodebytes])
def test_mime_as_gitlab_and_fluent_smtp_send_it(post, encode):
    """Strict Base64 (GitLab, Zammad) and with line breaks (fluent-smtp); exactly 202."""
    answer = post.http_session.post(
        f"{post.graph}/v1.0/users/{ALICE.name}/sendMail", data=encode(MIME),
        headers={"Authorization": f"Bearer {app_token(post)}", "Content-Type": "text/plain"},
    )  # fmt: skip
    assert (answer.status_code, answer.content) == (202, b""), answer.text
    caught = waited(post, to="kim@example.com")
    assert (caught["form"], caught["bcc"], caught["delivered"]) == ("mime", ["kim@example.com"], ["bob"])


def test_mime_in_chunks_as_smtp2graph_sends_it(post):
    text = base64.encodebytes(MIME)
    answer = post.http_session.post(
        f"{post.graph}/v1.0/users/{ALICE.name}/sendMail", data=iter([text[:50], text[50:]]),
        headers={"Authorization": f"Bearer {app_token(post)}", "Content-Type": "text/plain"},
    )  # fmt: skip
    assert answer.status_code == 202, answer.text
    assert waited(post, to="kim@example.com")["headers"]


def test_a_packed_body_as_the_sdk_for_go_sends_it(post):
    body = {"Message": {"Subject": "Go", "ToRecipients": KIM}, "SaveToSentItems": True}
    answer = post.http_session.post(
        f"{post.graph}/v1.0/users/{ALICE.name}/sendMail", data=gzip.compress(json.dumps(body).encode()),
        headers={
            "Authorization": f"Bearer {app_token(post)}", "Content-Type": "application/json", "Content-Encoding": "gzip",
            "SdkVersion": "graph-go/1.0", "client-request-id": "4711",
        },
    )  # fmt: skip
    assert (answer.status_code, answer.headers["client-request-id"]) == (202, "4711"), answer.text
    assert waited(post, to="kim@example.com")["savedToSentItems"] is True


def test_a_shared_mailbox_as_help_desks_use_it(post):
    """With Mail.Send.Shared 202, without 403 (alga-psa)."""
    info = post.http_session.get(f"{post.control}/users/info").json()["userPrincipalName"]
    body = {"message": {"subject": "Ticket", "toRecipients": KIM}}
    statuses = [
        post.http_session.post(
            f"{post.graph}/v1.0/users/{info}/sendMail", json=body, headers={"Authorization": f"Bearer {minted(post, scopes)}"}
        ).status_code
        for scopes in ("Mail.Send", "Mail.Send Mail.Send.Shared")
    ]
    assert statuses == [403, 202]
    assert waited(post, to="kim@example.com")["from"] == info


@pytest.mark.parametrize(
    "body",
    [
        {
            "message": {
                "subject": "Symfony", "toRecipients": KIM,
                "internetMessageHeaders": [{"name": "X-Mailer", "value": "s"}],
            }
        },
        {
            "message": {
                "subject": "InnoGE", "sender": {"emailAddress": {"address": ALICE.name}}, "attachments": [],
                "ccRecipients": [], "toRecipients": KIM,
            },
            "saveToSentItems": False,
        },
        {"message": {"subject": "SMTP2Graph", "toRecipients": KIM}, "saveToSentItems": "false"},
        # `-BodyParameter` of PowerShell's Send-MgUserMail goes out as it is written: as the documentation writes it, and as people do.
        {
            "message": {
                "subject": "Send-MgUserMail", "body": {"contentType": "Text", "content": "The code is 482913."},
                "toRecipients": KIM, "ccRecipients": KIM,
            },
            "saveToSentItems": "false",
        },
        {
            "Message": {
                "Subject": "Send-MgUserMail in capitals", "Importance": "High",
                "Body": {"ContentType": "HTML", "Content": "<p>The code is 482913.</p>"},
                "ToRecipients": [{"EmailAddress": {"Address": "kim@example.com"}}],
                "Attachments": [{
                    "@odata.type": "#microsoft.graph.fileAttachment", "Name": "a.txt", "ContentType": "text/plain",
                    "ContentBytes": "aGVsbG8=",
                }],
            },
            "SaveToSentItems": True,
        },
    ],
)  # fmt: skip
def test_json_as_products_send_it(post, body):
    answer = post.http_session.post(
        f"{post.graph}/v1.0/users/{ALICE.name}/sendMail",
        json=body,
        headers={"Authorization": f"Bearer {app_token(post)}"},
    )
    assert answer.status_code == 202, answer.text
    sent = {name.lower(): value for name, value in (body.get("message") or body["Message"]).items()}
    caught = waited(post, to="kim@example.com")
    assert caught["subject"] == sent["subject"]
    if "body" in sent:
        assert (caught["text"], caught["codes"]) == ("The code is 482913.", ["482913"])
    assert [file["size"] for file in caught["attachments"]] == [5] * len(sent.get("attachments", []))
    saves = {name.lower(): value for name, value in body.items()}.get("savetosentitems", True)
    assert caught["savedToSentItems"] is (saves is True)


def test_the_catcher_says_what_came_near(post):
    body = {"message": {"subject": "Near", "toRecipients": [{"emailAddress": {"address": "kim@example.com"}}]}}
    header = {"Authorization": f"Bearer {minted(post)}"}
    assert post.http_session.post(f"{post.graph}/v1.0/me/sendMail", json=body, headers=header).status_code == 202
    began = time.monotonic()
    answer = post.http_session.post(f"{post.control}/mail/wait", json={"to": "lee@example.com", "timeout": "300ms"})
    assert answer.status_code == 408 and time.monotonic() - began >= 0.3
    assert "'Near': it went to kim@example.com" in answer.json()["detail"]


def test_whoever_waits_is_answered_when_the_message_comes(post):
    from concurrent.futures import ThreadPoolExecutor

    header = {"Authorization": f"Bearer {minted(post)}"}
    body = {"message": {"subject": "Soon", "toRecipients": [{"emailAddress": {"address": "lee@example.com"}}]}}
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(waited, post, to="lee@example.com")
        assert post.http_session.post(f"{post.graph}/v1.0/me/sendMail", json=body, headers=header).status_code == 202
        assert waiting.result(10)["subject"] == "Soon"
