"""An FTP server for tests: Debian's pyftpdlib.

Prints its port, then the commands that it gets, each as a line of JSON. Ends when its input is closed.
"""

import json
import logging
import os
import sys
import threading

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer

options = json.loads(sys.argv[1])
logging.disable()

accounts = DummyAuthorizer()
accounts.add_user(options['user'], options['password'], options['folder'], perm='elradfmw')
accounts.add_user('reader', options['password'], options['folder'], perm='elr')
# May add files and folders, and neither delete nor rename any.
accounts.add_user('adder', options['password'], options['folder'], perm='elmw')


class Handler(FTPHandler):
    authorizer = accounts
    # Seconds after a wrong password.
    auth_failed_timeout = 0

    def pre_process_command(self, line, cmd, arg):
        if cmd in ('STOR', 'RNTO', 'DELE', 'MKD'):
            print(json.dumps([cmd, arg]), flush=True)
        super().pre_process_command(line, cmd, arg)


def wait():
    sys.stdin.read()
    os._exit(0)


server = FTPServer(('127.0.0.1', 0), Handler)
print(json.dumps({'port': server.address[1]}), flush=True)
threading.Thread(target=wait, daemon=True).start()
server.serve_forever()
