import type { Access } from '@lintel/contract/access'
import type { Call } from '@lintel/contract/call'
import { getApiList, getDiscoveryVersions } from '@lintel/contract/calls/discovery'
import { firmwareStatus } from '@lintel/contract/calls/firmware'
import {
  getAllProperties,
  getProperties,
  getUnrestrictedProperties,
} from '@lintel/contract/calls/identity'
import { getPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { getEntryImage, uploadEntryImage } from '@lintel/contract/calls/phonebook-images'
import { getSipAccount, getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import type { PersonaId } from '@lintel/contract/firmware'
import { FIRMWARE_VERSION, OWN_CALLS, EMULATED, hasCall } from '@lintel/contract/firmware'
import type { DigestAlgorithm } from './authorization.ts'
import type { Answer } from './kinds/kind.ts'
import { UTF_8 } from './request-body.ts'

/** How a device with other firmware answers. Formats: docs/integrators.md, "Firmware personas". */
export interface Persona {
  id: PersonaId
  /** Whether this firmware has the call at this path. */
  knows(call: Call, path: string): boolean
  /** Who may make the call in this firmware. */
  access(call: Call): Call['access']
  /** Rewrites the answer of a call, made with this input, as this firmware would send it. */
  rewrite(call: string, answer: Answer, input: unknown): Answer
  /** Rewrites the 401 as this firmware would send it. */
  signIn(answer: Answer): Answer
  /** The Digest algorithms that it knows; by default what the device is set to. */
  algorithms?: readonly DigestAlgorithm[]
}

const same = (answer: Answer): Answer => answer

const textOf = (body: Answer['body']): string =>
  typeof body === 'string' ? body : UTF_8.decode(body)

const own: Persona = {
  id: 'own',
  knows: () => true,
  access: ({ access }) => access,
  rewrite: (_call, answer) => answer,
  signIn: same,
}

type Rewrite = (text: string, input: unknown) => string

/** How a firmware's answers differ from ours, by call id. */
type Rewrites = Readonly<Record<string, Rewrite | { type: string; text: Rewrite }>>

function persona(
  id: keyof typeof EMULATED,
  rewrites: Rewrites,
  signIn: Persona['signIn'],
  access: Readonly<Record<string, Access>> = {},
): Persona {
  const firmware = EMULATED[id]
  return {
    id,
    knows(call, path) {
      if (!hasCall(firmware, call)) return false
      if (call.publicPath === undefined) return true
      return firmware.publicNames ? path === call.publicPath : path !== call.publicPath
    },
    access: (call) => access[call.id] ?? call.access,
    rewrite(call, answer, input) {
      const found = rewrites[call]
      if (!found) return answer
      const { type = answer.type, text } = typeof found === 'function' ? { text: found } : found
      return { ...answer, type, body: text(textOf(answer.body), input) }
    },
    signIn,
    algorithms: ['MD5'],
  }
}

/** Changes the members of an envelope's data. */
const inData =
  (change: (data: Record<string, unknown>) => Record<string, unknown>): Rewrite =>
  (json) => {
    const envelope = JSON.parse(json) as { data?: Record<string, unknown> }
    return JSON.stringify({
      ...envelope,
      ...(envelope.data ? { data: change(envelope.data) } : {}),
    })
  }

/** Its own version wherever an answer has one, and no members of our own design. */
const withVersion = (version: string): Rewrites => ({
  'param.list': linesAsVersion(version),
  'param.listdefinitions': definitionsAsVersion(version),
  [firmwareStatus.id]: inData((data) => ({ ...data, activeFirmwareVersion: version })),
  ...Object.fromEntries(
    [getProperties, getAllProperties, getUnrestrictedProperties].map(({ id }) => [
      id,
      inData(({ propertyList }) => ({ propertyList: versionIn(propertyList as object, version) })),
    ]),
  ),
  [getSipAccount.id]: withoutOwnMembers,
  [getSipAccounts.id]: withoutOwnMembers,
  [getPhonebookEntries.id]: withoutEntryVersions,
})

/** Nor do other devices tell whether an account has a password. */
const withoutOwnMembers: Rewrite = (json) =>
  json.replaceAll(/,"PasswordStored":(?:true|false)/g, '')

/** Nor have entries of the phonebook versions there. */
const withoutEntryVersions: Rewrite = (json) => json.replaceAll(/,"version":"[\w-]*"/g, '')

const versionIn = (properties: object, version: string): object =>
  'Version' in properties ? { ...properties, Version: version } : properties

/** No other device announces our own calls. */
const linesAsVersion =
  (version: string): Rewrite =>
  (list) =>
    list
      .split('\n')
      .filter((line) => !line.startsWith(`${OWN_CALLS}=`))
      .map((line) =>
        line.startsWith(`${FIRMWARE_VERSION}=`) ? `${FIRMWARE_VERSION}=${version}` : line,
      )
      .join('\n')

const definitionsAsVersion =
  (version: string): Rewrite =>
  (text) => {
    const { format } = listDefinitions
    if (format.faultIn(text) !== undefined) return text
    const described = format.decode(text)
    return format.encode({
      ...described,
      firmwareVersion: version,
      parameters: described.parameters
        .filter(({ name }) => name !== OWN_CALLS)
        .map((one) => (one.name === FIRMWARE_VERSION ? { ...one, value: version } : one)),
    })
  }

const without = (data: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))

/** Accounts of the device's own services, which older firmware listed with those of people. */
const SERVICE_ACCOUNTS: Readonly<Record<string, string>> = {
  admin: 'wwwaop,wwwaov,AudioManager,sdk,geolocationd',
  operator: 'sdk,stsuser',
  viewer: 'sdk,AudioSiteProxy',
}

const withServiceAccounts: Rewrite = (lists) =>
  lists.replaceAll(
    /^(admin|operator|viewer)="([^"]*)"/gm,
    (_line, group: string, users: string) => {
      const all = [SERVICE_ACCOUNTS[group], users].filter((part) => part !== '')
      return `${group}="${all.join(',')}"`
    },
  )

const asCrLf: Rewrite = (text) => text.replaceAll('\n', '\r\n')

const OLD_401 =
  '<HTML><HEAD><TITLE>401 Unauthorized</TITLE></HEAD>\n<BODY><H1>401 Unauthorized</H1>\n' +
  'Your client does not have permission to get this URL from this server.\n</BODY></HTML>\n'

/** Firmware 9.80: older names, and service accounts in the lists. */
const v9: Persona = persona(
  '9.80',
  {
    ...withVersion(EMULATED['9.80'].version),
    'pwdgrp.get': (text, input) => asCrLf(withServiceAccounts(text, input), input),
    getbrand: { type: 'text/plain', text: (json) => json },
    systemready: inData((data) => without(data, ['uptime', 'bootid', 'passphrasepolicy'])),
    usergroup: (text) => text.replace(/^(root)\n.*$/m, '$1\nroot admin operator ptz viewer'),
  },
  (answer) => ({ ...answer, type: 'text/html; charset=iso-8859-1', body: OLD_401 }),
  // Its documentation: firmware 9.80 and 10.12 asks for a sign-in here.
  { [getApiList.id]: 'viewer', [getDiscoveryVersions.id]: 'viewer' },
)

/** Takes the sentence out of its HTML page. */
const bareSentence: Rewrite = (page) => `${/<body>([^<]*)/i.exec(page)?.[1]?.trim() ?? page}\n`

/** A parameter that is requested by its own name without `root.` is listed like that. */
const namesAsRequested: Rewrite = (list, input) => {
  const { group = '' } = input as { group?: string }
  const requested = new Set(group.split(',').map((name) => name.trim()))
  return list.replaceAll(/^root\.([^=\n]+)=/gm, (start, name: string) =>
    requested.has(name) ? `${name}=` : start,
  )
}

const beforeMember = (path = ''): string => path.slice(0, path.indexOf('{'))

/** Images of the phonebook are at the public name, too. */
const publicImages: Rewrite = (json) =>
  json.replaceAll(
    `"image":"${beforeMember(getEntryImage.path)}`,
    `"image":"${beforeMember(getEntryImage.publicPath)}`,
  )

/** Firmware 12.11: public names only, some calls removed. */
const v12: Persona = persona(
  '12.11',
  {
    ...withVersion(EMULATED['12.11'].version),
    [getPhonebookEntries.id]: (json, input) =>
      publicImages(withoutEntryVersions(json, input), input),
    [uploadEntryImage.id]: publicImages,
    'param.list': (list, input) =>
      namesAsRequested(linesAsVersion(EMULATED['12.11'].version)(list, input), input),
    'pwdgrp.add': { type: 'text/plain', text: bareSentence },
    'pwdgrp.update': { type: 'text/plain', text: bareSentence },
    'pwdgrp.remove': { type: 'text/plain', text: bareSentence },
    usergroup: (text) => text.replace(/^(root)\n.*$/m, '$1\nadmin operator viewer ptz'),
  },
  (answer) => ({
    ...answer,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({ error: { code: 401, message: 'Unauthorized' } }),
  }),
)

const ALL: Readonly<Record<PersonaId, Persona>> = { own, '9.80': v9, '12.11': v12 }

export const personaOf = (id: PersonaId): Persona => ALL[id]
