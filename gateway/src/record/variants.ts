/**
 * Hand-made variants of recordings, for firmware of other ages and for what devices do differently.
 * Sources: device-calls.md; `contract/src/firmware.ts`; `front-door/src/persona.ts`.
 */
import { deviceCalls } from '@lintel/contract/calls/all'
import { FIRMWARE_VERSION } from '@lintel/contract/firmware'
import type { Firmware } from '@lintel/contract/firmware'
import { EMULATED, hasCall } from '@lintel/contract/firmware'
import { personaOf } from '@lintel/front-door/persona'
import type { Persona } from '@lintel/front-door/persona'
import { PROBES } from './recording.ts'
import type { Exchange, Recording } from './recording.ts'

const CALLS = new Map(deviceCalls.map((call) => [call.id, call]))

/** An exchange as another device would have it. */
type Change = (exchange: Exchange) => Exchange

const changed = (recording: Recording, change: Change): Recording => ({
  ...recording,
  exchanges: recording.exchanges.map((one) => (one.binary ? one : change(one))),
})

const missing = (exchange: Exchange): Exchange => ({
  ...exchange,
  status: 404,
  type: '',
  body: '',
})

/** Answers as a persona of our device would. */
function asPersona(recording: Recording, persona: Persona): Recording {
  return changed(recording, (exchange) => {
    const { call: id, status, type, body, query } = exchange
    const answer = { status, type, body }
    if (id === PROBES.signIn) return { ...exchange, ...textOf(persona.signIn(answer)) }
    if (status !== 200) return exchange
    const input = Object.fromEntries(new URLSearchParams(query))
    if (id === PROBES.parameterName) {
      return { ...exchange, ...textOf(persona.rewrite('param.list', answer, input)) }
    }
    return { ...exchange, ...textOf(persona.rewrite(id, answer, input)) }
  })
}

const textOf = ({ status, type, body }: ReturnType<Persona['signIn']>) => ({
  status,
  type,
  body: typeof body === 'string' ? body : Buffer.from(body).toString('utf8'),
})

/** Without the calls that this firmware lacks. */
const withCallsOf = (recording: Recording, knows: (exchange: Exchange) => boolean): Recording =>
  changed(recording, (one) => (one.call.startsWith('probe.') || knows(one) ? one : missing(one)))

/** The version of the firmware wherever an answer has it. */
function withVersion(recording: Recording, version: string): Recording {
  const list = recording.exchanges.find(({ call }) => call === 'param.list')?.body ?? ''
  const listed = new RegExp(`^${FIRMWARE_VERSION.replaceAll('.', '\\.')}=(.*?)\\r?$`, 'm').exec(
    list,
  )?.[1]
  const known = [recording.firmware, listed ?? ''].filter(Boolean)
  const pattern = known.map((one) => one.replaceAll('.', '\\.')).join('|')
  if (pattern === '') return { ...recording, firmware: version }
  const anywhere = new RegExp(`(?<![\\d.])(?:${pattern})(?![\\d.])`, 'g')
  const next = changed(recording, (one) => ({
    ...one,
    body: one.body.replaceAll(anywhere, version),
  }))
  return { ...next, firmware: version }
}

/** Changes the JSON of one call. */
const inJson =
  (call: string, change: (value: Record<string, unknown>) => object): Change =>
  (exchange) =>
    exchange.call === call && exchange.body.startsWith('{')
      ? {
          ...exchange,
          body: JSON.stringify(change(JSON.parse(exchange.body) as Record<string, unknown>)),
        }
      : exchange

const inText =
  (call: string, change: (text: string) => string): Change =>
  (exchange) =>
    exchange.call === call && exchange.status === 200
      ? { ...exchange, body: change(exchange.body) }
      : exchange

/** Firmware 9.80: older names only, and service accounts among those of people. */
function as980(recording: Recording): Recording {
  const persona = personaOf('9.80')
  const known = withCallsOf(recording, ({ call, path }) => {
    const declared = CALLS.get(call)
    return declared === undefined || persona.knows(declared, path)
  })
  return withVersion(asPersona(known, persona), EMULATED['9.80'].version)
}

/** Firmware 12.11: public names only, and some calls are gone. */
function as1211(recording: Recording): Recording {
  const persona = personaOf('12.11')
  const known = withCallsOf(recording, ({ call, path }) => {
    const declared = CALLS.get(call)
    return declared === undefined || persona.knows(declared, path)
  })
  const named = changed(
    withVersion(asPersona(known, persona), EMULATED['12.11'].version),
    asAskedWithoutRoot,
  )
  return named
}

const asAskedWithoutRoot = inText(PROBES.parameterName, (list) => list.replaceAll(/^root\./gm, ''))

const VERSION_1012: Firmware = { version: '10.12.182', publicNames: true, ownCalls: false }

/** Firmware 10.12: both names, lists of every group of the system, and a short readiness call. */
function as1012(recording: Recording): Recording {
  const known = withCallsOf(recording, ({ call }) => {
    const declared = CALLS.get(call)
    return declared === undefined || hasCall(VERSION_1012, declared)
  })
  const older = changed(asPersona(known, personaOf('9.80')), systemGroups)
  const ready = changed(
    older,
    inJson('systemready', (envelope) => ({ ...envelope, apiVersion: '1.2' })),
  )
  const brand = changed(ready, (one) =>
    one.call === 'getbrand' ? { ...one, type: 'application/json' } : one,
  )
  return withVersion(brand, VERSION_1012.version)
}

/** Lists of what the device itself runs come before and between those of people. */
const systemGroups = inText('pwdgrp.get', (lists) => {
  const end = lists.includes('\r\n') ? '\r\n' : '\n'
  const before = ['root="root"', 'daemon=""', 'audio="streamer,audiocontrol,sipd"']
  const after = [
    'sdk="sdk"',
    'event="root,sdk"',
    'storage="root,sdk"',
    'geolocationd="geolocationd"',
  ]
  return [...before, lists.trimEnd(), ...after, ''].join(end)
})

const OLD_404 = (path: string): string =>
  `<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD>\n<BODY><H1>404 Not Found</H1>\nThe requested URL ${path} was not found on this server.\n</BODY></HTML>\n`

const OLD_403 =
  '<HTML><HEAD><TITLE>403 Forbidden</TITLE></HEAD>\n<BODY><H1>403 Forbidden</H1>\nError: account user name.\n</BODY></HTML>\n'

/** Parameters that came with a later version. */
const LATER_PARAMETERS =
  /^root\.(?:Properties\.System\.Language(?:Type)?|Properties\.API\.Browser\.Language|Properties\.FirmwareManagement\..*|Network\.SSH\..*|Network\.HTTP\.DigestAlgorithm)=/

/** Before that, no call had a JSON envelope. */
const isEnvelope = ({ call }: Exchange): boolean => CALLS.get(call)?.kind === 'json'

/**
 * Firmware 5.51: none of the calls with JSON envelopes, such as readiness, discovery, time and device
 * information, no language, and pages of HTML where others answer in words.
 */
function as551(recording: Recording): Recording {
  const known = withCallsOf(as980(recording), (one) => !isEnvelope(one))
  const lists = changed(known, inText('param.list', withoutLater))
  const named = changed(changed(lists, asAskedWithoutRoot), systemGroups)
  const disks = changed(
    named,
    inText('disks.list', (xml) =>
      xml.replaceAll(/ (?:encryptionenabled|diskencrypted)="\w+"/g, ''),
    ),
  )
  const pages = changed(disks, (one) =>
    one.call === PROBES.missing
      ? { ...one, type: 'text/html; charset=iso-8859-1', body: OLD_404(one.path) }
      : one,
  )
  return withVersion({ ...pages, exchanges: [...pages.exchanges, refusedChange] }, '5.51.7')
}

const withoutLater = (list: string): string =>
  list
    .split(/(?<=\n)/)
    .filter((line) => !LATER_PARAMETERS.test(line))
    .join('')

const refusedChange: Exchange = {
  call: PROBES.change,
  method: 'GET',
  path: '/axis-cgi/pwdgrp.cgi',
  query: 'action=update',
  request: '',
  status: 403,
  type: 'text/html; charset=iso-8859-1',
  body: OLD_403,
  binary: false,
}

/** The variants by the firmware that they are of. */
export const VARIANTS = {
  '5.51': as551,
  '9.80': as980,
  '10.12': as1012,
  '12.11': as1211,
} as const

/** Attributes of disks as the public documentation has them. */
export const withDocumentedDisks = (recording: Recording): Recording =>
  changed(
    recording,
    inText('disks.list', (xml) =>
      xml.replaceAll(' encryptionenabled="', ' diskencryptionenabled="'),
    ),
  )

/** Lists whose order says nothing, in another order. */
export function withListsTurned(recording: Recording): Recording {
  const turned = changed(
    recording,
    inText('pwdgrp.get', (lists) =>
      lists
        .split(/(?<=\n)/)
        .toReversed()
        .join(''),
    ),
  )
  return changed(
    turned,
    inText('usergroup', (text) =>
      text.replace(
        /\n(.+)/,
        (_whole, groups: string) => `\n${groups.split(' ').toReversed().join(' ')}`,
      ),
    ),
  )
}

/** States that newer devices report. */
export function withExtraStates(recording: Recording): Recording {
  const speaker = changed(
    recording,
    inText('axast.GetSpeakerTestReport', (json) =>
      json.replace(/"SpeakerTestStatus":"\w*"/, '"SpeakerTestStatus":"Pending"'),
    ),
  )
  return changed(
    speaker,
    inText('disks.list', (xml) => xml.replace(/ status="[^"]*"/, ' status="no passphrase"')),
  )
}
