"""A mail server for tests: Debian's aiosmtpd, with one port for each kind of encryption.

Prints its ports, then each mail as a line of JSON. Ends when its input is closed.
"""

import asyncio
import json
import ssl
import sys
from email import message_from_bytes
from email.policy import default

from aiosmtpd.smtp import SMTP, AuthResult

options = json.loads(sys.argv[1])


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if address.startswith('full@'):
            return '452 4.2.2 Mailbox full'
        if address.startswith('nobody@'):
            return '550 5.1.1 No such user'
        envelope.rcpt_tos.append(address)
        return '250 OK'

    async def handle_DATA(self, server, session, envelope):
        mail = message_from_bytes(envelope.content, policy=default)
        files = [
            {
                'name': part.get_filename(),
                'type': part.get_content_type(),
                'bytes': part.get_content().hex(),
            }
            for part in mail.iter_attachments()
        ]
        print(
            json.dumps(
                {
                    'from': envelope.mail_from,
                    'to': envelope.rcpt_tos,
                    'subject': mail['subject'],
                    'date': mail['date'].datetime.timestamp() * 1000,
                    'text': mail.get_body(('plain',)).get_content().strip().replace('\r\n', '\n'),
                    'files': files,
                    'user': session.auth_data,
                    'encrypted': server.transport.get_extra_info('cipher') is not None,
                }
            ),
            flush=True,
        )
        return '250 2.0.0 Taken'


def authenticate(server, session, envelope, mechanism, data):
    right = data.login.decode() == options['user'] and data.password.decode() == options['password']
    if not right:
        return AuthResult(success=False, handled=False)
    return AuthResult(success=True, auth_data=options['user'])


async def main():
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(options['cert'], options['key'])
    login = {'authenticator': authenticate, 'auth_required': True}
    kinds = {
        'open': ({}, None),
        'login': ({**login, 'auth_require_tls': False}, None),
        'starttls': ({**login, 'tls_context': tls, 'require_starttls': True}, None),
        # aiosmtpd only takes its own TLS for encrypted.
        'ssl': ({**login, 'auth_require_tls': False}, tls),
    }
    loop = asyncio.get_running_loop()
    ports = {}
    for name, (settings, context) in kinds.items():
        server = await loop.create_server(
            lambda settings=settings: SMTP(Handler(), loop=loop, **settings), '127.0.0.1', 0, ssl=context
        )
        ports[name] = server.sockets[0].getsockname()[1]
    print(json.dumps(ports), flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())
