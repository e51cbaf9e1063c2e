"""Makes SOAP calls with zeep and WS-Addressing, from the descriptions that the device serves.

Reads {user, password, wsdl, token, calls: [{operation, arguments}]} as JSON; token is the account
for WS-Security, without which HTTP Digest signs in. An argument {xml: [text]} has elements of any
form. Prints the results as JSON.
"""

import json
import sys

import requests
import zeep
from lxml import etree
from requests.auth import HTTPDigestAuth
from zeep.helpers import serialize_object
from zeep.wsa import WsAddressingPlugin
from zeep.wsse.username import UsernameToken

job = json.load(sys.stdin)
session = requests.Session()
session.trust_env = False
session.auth = HTTPDigestAuth(job["user"], job["password"])
token = job.get("token")
wsse = UsernameToken(token["user"], token["password"], use_digest=True) if token else None
client = zeep.Client(
    job["wsdl"],
    transport=zeep.Transport(session=session, timeout=20),
    wsse=wsse,
    plugins=[WsAddressingPlugin()],
)
if token:
    session.auth = None


def argument(given):
    if isinstance(given, list):
        return [argument(one) for one in given]
    if not isinstance(given, dict):
        return given
    if "xml" in given:
        return {"_value_1": [etree.fromstring(text) for text in given["xml"]]}
    return {name: argument(value) for name, value in given.items()}


results = []
for call in job["calls"]:
    try:
        result = client.service[call["operation"]](**argument(call.get("arguments", {})))
        results.append({"result": serialize_object(result, dict)})
    except zeep.exceptions.Error as error:
        results.append({"error": str(error)})
print(json.dumps(results, default=str))
