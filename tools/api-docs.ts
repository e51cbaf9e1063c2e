/**
 * Writes docs/device-api.md and docs/bench-api.md from the declared calls; with `--check`, only
 * reports whether they are up to date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { benchCalls } from '@lintel/contract/bench'
import type { Call, UploadCall } from '@lintel/contract/call'
import { accessOf } from '@lintel/contract/call'
import { deviceCalls } from '@lintel/contract/calls/all'
import { REFUSALS } from '@lintel/contract/fault'
import { ROOT } from './root.mjs'
import type { Field } from './schema-fields.ts'
import { fieldsOf } from './schema-fields.ts'
import { shapeFieldsOf } from './shape-fields.ts'

const NOTE = '<!-- Made from the contract by tools/api-docs.ts. Changes here are overwritten. -->'

const PROOFS = {
  fixture: 'recorded answers of real devices',
  client: 'a third-party client',
  'own design': 'our own client and device only',
} as const

const DEVICE_HEAD = `# Device API

${NOTE}

Calls go to the device's own address, by HTTP or HTTPS. Credentials: HTTP Digest (MD5, or SHA-256 if it is set), Basic over HTTPS, or the session cookie that \`/sign-in\` sets. A write by cookie also needs the header \`x-lintel-console: 1\`. ONVIF accounts are separate from the device's accounts: they make *soap* calls only, with a WS-Security UsernameToken (\`PasswordDigest\`, or \`PasswordText\` over HTTPS) whose time differs from the device's by at most 5 minutes and whose nonce is new. Administrator corresponds to admin, Operator to operator, User to viewer.

*Access* is the lowest role that may make the call: admin may do what operator may, operator what viewer may. *setup* is open to everybody until the root password is set, and closed from then on.

The device reads a body by its content, whatever its \`Content-Type\` says: forms are URL-encoded or multipart, XML may be in any encoding that it declares.

A segment of a path in braces, as in \`/things/{id}\`, is a field of the request. Calls at one path are told apart by their method, or by what their address and kind name.

Kinds of calls:

| Kind | Request | Answer |
|---|---|---|
| text | query of a GET, or a form of a POST; \`action\` selects the call where several share a path | text; a failure is reported in the text, with status 200 if the content of the request is wrong, for most calls |
| json | POST of \`{"apiVersion", "context", "method", "params"}\` | \`{"apiVersion", "context", "method", "data"}\`, or \`error\` with \`code\` and \`message\` in place of \`data\` |
| rest | query of a GET or DELETE, or JSON of a POST or DELETE | JSON; a failure is an HTTP status with \`{"error": {"message"}}\` |
| action | POST of \`{"Operation": {…}}\`, with or without a prefix before the operation; also \`POST /…/Operation\`, JSON-RPC 2.0 and \`GET ?format=simple&action=Operation\` | JSON; a failure is a 400 with \`Fault\`, \`FaultCode\`, \`FaultReason\` and \`FaultMsg\` |
| soap | POST of a SOAP 1.2 or 1.1 envelope whose body's element is the operation, in its namespace | an envelope of the same version with \`OperationResponse\`; a failure is a Fault, 400 for a fault of the sender, otherwise 500 |
| download | query of a GET; of a POST, a form too | a file; 304 if it has the \`ETag\` that \`If-None-Match\` names |
| upload | POST of one file, as the only file of a form or as the bare body, or of several in a form; other fields in the query, or in the form before the files | as for text; if it is JSON, a failure is a Fault as for action |
| stream | query of a GET | a response that doesn't end |
| socket | WebSocket | messages both ways |
`

const BENCH_HEAD = `# Bench API

${NOTE}

Calls to the bench's address, which \`npm start\` prints: they operate the hardware, and do what only tests need. Requests are the query of a GET or the JSON body of a POST, answers are JSON; a failure is an HTTP status with \`{"error": {"message"}}\`. On loopback no sign-in is needed; with \`--bench-token\`, send \`Authorization: Bearer TOKEN\`. The API is our own design.
`

const faultTable = () =>
  [
    '## Faults',
    '',
    'How the device refuses a call. The error of a json call has the code of its family, *older*, *newer*, *firmware*, *discovery* or *ready*; that of a text call has a message; that of a soap call has codes of ONVIF Core.',
    '',
    '| Reason | HTTP status | Older code | Newer code | Firmware code | Discovery code | Ready code |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(REFUSALS).map(
      ([reason, { status, older, newer, firmware, discovery, ready }]) =>
        `| ${reason} | ${status} | ${older} | ${newer} | ${firmware} | ${discovery} | ${ready} |`,
    ),
    '',
  ].join('\n')

function fieldTable(title: string, fields: readonly Field[]): string[] {
  if (fields.length === 0) return []
  return [
    '',
    `| ${title} | Type | |`,
    '|---|---|---|',
    ...fields.map(({ name, type, need }) => `| \`${name}\` | ${type} | ${need} |`),
  ]
}

/** The part of the query that selects the call. */
function selectorOf(call: Call): string {
  if ('selectedBy' in call) return `?${call.selectedBy}=…`
  return 'action' in call ? `?action=${call.action}` : ''
}

function addressLine(call: Call): string {
  const action = selectorOf(call)
  const method =
    call.kind === 'json' || call.kind === 'action' || call.kind === 'soap' || call.kind === 'upload'
      ? 'POST'
      : 'methods' in call
        ? call.methods.join(' or ')
        : 'GET'
  return `\`${method} ${call.path}${action}\``
}

function accessLine(call: Call): string {
  const [setup, ready] = [accessOf(call, 'setup'), accessOf(call, 'ready')]
  return setup === ready ? ready : `${ready}; before set-up is done: ${setup}`
}

function kindLine(call: Call): string {
  if (call.kind === 'json') {
    return `json, method \`${call.method}\`, apiVersion ${call.apiVersion} (answers ${call.answersWith}), ${call.codes} error codes`
  }
  if (call.kind === 'action') return `action, operation \`${call.operation}\``
  if (call.kind === 'soap') {
    return `soap, operation \`${call.operation}\` in \`${call.service.namespace}\`, described at \`${call.service.description}\``
  }
  return call.kind
}

function filesLine(call: UploadCall): string {
  const size = `at most ${call.maxBytes} bytes`
  return call.several
    ? `Files: at most ${call.maxFiles} of a form, under any name, or one as the bare body; each ${size}`
    : `File: the only one of a form, under any name, or the bare body; ${size}`
}

function callSection(call: Call): string {
  const facts = [
    `Kind: ${kindLine(call)}`,
    `Access: ${accessLine(call)}`,
    `Effect: ${call.effect}`,
    ...(call.publicPath === undefined ? [] : [`From firmware 10.5 on: \`${call.publicPath}\``]),
    ...(call.aliases ? [`Also at: ${call.aliases.map((alias) => `\`${alias}\``).join(', ')}`] : []),
    ...('contentType' in call ? [`Answer: \`${call.contentType}\``] : []),
    ...(call.kind === 'upload' ? [filesLine(call)] : []),
    ...(call.kind === 'text' || call.kind === 'upload'
      ? [`Answer: \`${call.format.contentType}\``]
      : []),
    `Source: ${call.source}. Proved by ${PROOFS[call.proof]}`,
  ]
  return [
    `### ${call.id}`,
    '',
    addressLine(call),
    '',
    call.summary,
    '',
    ...facts.map((fact) => `- ${fact}`),
    ...('request' in call ? fieldTable('Request', fieldsOf(call.request)) : []),
    ...('data' in call ? fieldTable('Answer', fieldsOf(call.data)) : []),
    ...(call.kind === 'soap' ? fieldTable('Request', shapeFieldsOf(call.input)) : []),
    ...(call.kind === 'soap' ? fieldTable('Answer', shapeFieldsOf(call.output)) : []),
    '',
  ].join('\n')
}

function reference(head: string, calls: readonly Call[], tail: readonly string[]): string {
  const table = [
    '## Calls',
    '',
    '| Call | Address | Access | |',
    '|---|---|---|---|',
    ...calls.map(
      (call) =>
        `| [${call.id}](#${call.id.toLowerCase().replaceAll('.', '')}) | ${addressLine(call)} | ${accessLine(call)} | ${call.effect} |`,
    ),
    '',
  ].join('\n')
  return `${[head, table, ...calls.map(callSection), ...tail].join('\n').trimEnd()}\n`
}

const byId = (calls: readonly Call[]) => calls.toSorted((a, b) => a.id.localeCompare(b.id, 'en'))

const PAGES = {
  'docs/device-api.md': reference(DEVICE_HEAD, byId(deviceCalls), [faultTable()]),
  'docs/bench-api.md': reference(BENCH_HEAD, benchCalls, []),
}

for (const [file, text] of Object.entries(PAGES)) {
  const path = join(ROOT, file)
  const old = await readFile(path, 'utf8').catch(() => '')
  if (old === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${file} is not up to date; run: npx tsx tools/api-docs.ts`)
    process.exitCode = 1
  } else {
    await writeFile(path, text)
  }
}
