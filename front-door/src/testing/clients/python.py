"""Sends requests with a Python library, as its own documents show it.

Reads {user, password, requests} as JSON, prints [{status, base64}].
"""

import base64
import json
import sys


def with_urllib(job):
    import ssl
    import urllib.error
    import urllib.parse
    import urllib.request

    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPSHandler(context=ssl._create_unverified_context()),
        urllib.request.HTTPDigestAuthHandler(passwords),
        urllib.request.HTTPBasicAuthHandler(passwords),
    )
    for one in job["requests"]:
        passwords.add_password(None, one["url"], job["user"], job["password"])
        url, data, headers = one["url"], None, {}
        if "query" in one:
            url += "?" + urllib.parse.urlencode(one["query"])
        if "form" in one:
            data = urllib.parse.urlencode(one["form"]).encode()
        if "json" in one:
            data = json.dumps(one["json"]).encode()
        if "body" in one:
            data = one["body"].encode()
        if "type" in one:
            headers["Content-Type"] = one["type"]
        request = urllib.request.Request(url, data, headers, method=one["method"])
        try:
            with opener.open(request, timeout=20) as response:
                yield response.status, response.read()
        except urllib.error.HTTPError as error:
            # After a few attempts of its own it gives up, with an empty text.
            yield error.code, error.read() or b""
        except ValueError as error:
            # It knows the scheme, but not the algorithm.
            yield 401, str(error).encode()


def over_tls(job):
    return job["requests"][0]["url"].startswith("https:")


def arguments(one):
    """The keyword arguments that requests and httpx have in common."""
    found = {}
    if "query" in one:
        found["params"] = one["query"]
    if "form" in one:
        found["data"] = one["form"]
    if "json" in one:
        found["json"] = one["json"]
    if "file" in one:
        file = one["file"]
        found["files"] = {file["field"]: (file["name"], base64.b64decode(file["base64"]))}
    if "type" in one:
        found["headers"] = {"Content-Type": one["type"]}
    return found


def with_requests(job):
    import requests
    from requests.auth import HTTPBasicAuth, HTTPDigestAuth

    session = requests.Session()
    session.trust_env = False
    session.verify = False
    scheme = HTTPBasicAuth if over_tls(job) else HTTPDigestAuth
    session.auth = scheme(job["user"], job["password"])
    for one in job["requests"]:
        sent = arguments(one)
        if "body" in one:
            sent["data"] = one["body"].encode()
        if "first" in one:
            with session.get(one["url"], stream=True, timeout=20, **sent) as response:
                yield response.status_code, response.raw.read(one["first"])
            continue
        response = session.request(one["method"], one["url"], timeout=20, **sent)
        yield response.status_code, response.content


def with_httpx(job):
    import httpx

    scheme = httpx.BasicAuth if over_tls(job) else httpx.DigestAuth
    auth = scheme(job["user"], job["password"])
    with httpx.Client(auth=auth, trust_env=False, timeout=20, verify=False) as client:
        for one in job["requests"]:
            sent = arguments(one)
            if "body" in one:
                sent["content"] = one["body"].encode()
            response = client.request(one["method"], one["url"], **sent)
            yield response.status_code, response.content


SENDERS = {"urllib": with_urllib, "requests": with_requests, "httpx": with_httpx}
responses = SENDERS[sys.argv[1]](json.load(sys.stdin))
print(
    json.dumps(
        [
            # urllib reads nothing, as text, where it gave up.
            {"status": status, "base64": base64.b64encode(body or b"").decode()}
            for status, body in responses
        ]
    )
)
