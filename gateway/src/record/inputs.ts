import { listParameters } from '@lintel/contract/calls/parameters'
import { findElements, attributesIn } from '@lintel/contract/xml/text-format'
import type { XmlElement } from '@lintel/contract/xml/element'
import { readXml } from '@lintel/front-door/xml'
import type { Exchange } from './recording.ts'

/** What answers told so far, for the inputs of calls that need one. */
export interface Known {
  /** The parsed answer of a JSON call; undefined if there is none. */
  json(call: string): unknown
  /** The elements of that name in all answers of a call, at any depth. */
  elements(call: string, name: string): readonly XmlElement[]
  /** Numbers of the groups of parameters, such as `I0` and `I1` of `root.IOPort`. */
  numbered(group: string): readonly number[]
}

/** Reads what the exchanges tell; answers that can't be read tell nothing. */
export function knownFrom(exchanges: readonly Exchange[]): Known {
  const answersOf = (call: string) =>
    exchanges.filter((one) => one.call === call && one.status === 200 && !one.binary)
  return {
    json(call) {
      const [answer] = answersOf(call)
      return answer && parsedJson(answer.body)
    },
    elements: (call, name) =>
      answersOf(call).flatMap(({ body }) => {
        const root = parsedXml(body)
        return root ? findElements(root, name) : []
      }),
    numbered(group) {
      const names = answersOf('param.list').flatMap(({ body }) => [
        ...listParameters.format.decode(body).values.keys(),
      ])
      const numbers = names.map((name) =>
        name.startsWith(`${group}.`) ? /^[A-Z](\d+)\./.exec(name.slice(group.length + 1)) : null,
      )
      return Array.from(new Set(numbers.flatMap((found) => (found ? [Number(found[1])] : []))))
    },
  }
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function parsedXml(text: string): XmlElement | undefined {
  try {
    return readXml(Buffer.from(text))
  } catch {
    return undefined
  }
}

type Inputs = readonly object[]

/** Texts of a member in a list of a JSON answer. */
function texts(answer: unknown, list: string, name: string): string[] {
  const rows: unknown = (answer as Record<string, unknown> | undefined)?.[list]
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const value = (row as Record<string, unknown> | null)?.[name]
    return typeof value === 'string' ? [value] : []
  })
}

/** An input for each different value. */
const each = (name: string, values: readonly string[]): Inputs =>
  Array.from(new Set(values)).map((value) => ({ [name]: value }))

/** Texts of an attribute of elements. */
const attribute = (elements: readonly XmlElement[], name: string): string[] =>
  elements.flatMap((one) => attributesIn(one)[name] ?? [])

const textsOf = (elements: readonly XmlElement[]): string[] =>
  elements.map(({ text }) => text.trim()).filter(Boolean)

const profiles = (known: Known): Inputs =>
  each('ProfileToken', attribute(known.elements('onvifMedia.getProfiles', 'Profiles'), 'token'))

const configurations =
  (list: string) =>
  (known: Known): Inputs =>
    each('ConfigurationToken', attribute(known.elements(list, 'Configurations'), 'token'))

const ports = (known: Known): string[] =>
  known.numbered('root.IOPort').map((number) => String(number + 1))

/**
 * The inputs of the calls that need one, by call id; every other call is made once without. Those that
 * need an answer of another call are functions.
 */
export const INPUTS: Readonly<Record<string, Inputs | ((known: Known) => Inputs)>> = {
  'onvif.getCapabilities': [{ Category: [] }],
  'onvif.getServices': [{ IncludeCapability: false }, { IncludeCapability: true }],
  'onvifMedia.getProfile': profiles,
  'onvifMedia.getCompatibleMetadataConfigurations': profiles,
  'onvifMedia.getCompatibleVideoEncoderConfigurations': profiles,
  'onvifMedia.getCompatibleVideoSourceConfigurations': profiles,
  'onvifMedia.getSnapshotUri': profiles,
  'onvifMedia.getStreamUri': (known) =>
    profiles(known).map((profile) => ({
      StreamSetup: { Stream: 'RTP-Unicast', Transport: { Protocol: 'RTSP' } },
      ...profile,
    })),
  'onvifMedia.getGuaranteedNumberOfVideoEncoderInstances': configurations(
    'onvifMedia.getVideoSourceConfigurations',
  ),
  'onvifMedia.getMetadataConfiguration': configurations('onvifMedia.getMetadataConfigurations'),
  'onvifMedia.getVideoEncoderConfiguration': configurations(
    'onvifMedia.getVideoEncoderConfigurations',
  ),
  'onvifMedia.getVideoSourceConfiguration': configurations(
    'onvifMedia.getVideoSourceConfigurations',
  ),
  'basicdeviceinfo.getProperties': [
    { propertyList: ['ProdNbr', 'ProdShortName', 'SerialNumber', 'Version'] },
  ],
  'certificates.getSet': (known) =>
    each('CertSetName', textsOf(known.elements('certificates.listSets', 'CertSetNames'))),
  'certificates.information': (known) =>
    each(
      'CertificateID',
      ['certificates.getAll', 'certificates.getCa'].flatMap((call) =>
        textsOf(known.elements(call, 'CertificateID')),
      ),
    ),
  // Notes of the console about the outputs.
  'clientnotes.getvalue': (known) =>
    known
      .numbered('root.IOPort')
      .map((number) => ({ group: 'ACA', key: `System.ShowOutputButton${number}` })),
  'disks.capabilities': (known) =>
    each('diskid', attribute(known.elements('disks.list', 'disk'), 'diskid')),
  'disks.list': [{ diskid: 'all' }],
  'networkshare.list': [{ schemaversion: '1', shareid: 'all' }],
  'param.list': [{}],
  'param.listdefinitions': [{ listformat: 'xmlschema' }],
  // Pictures of people stay out.
  'phonebook.export': [{ includeImageFile: 'false' }],
  'port.read': (known) => {
    const all = ports(known)
    if (all.length === 0) return []
    return ['check', 'checkactive', 'checkdirection'].flatMap((name) => [
      ...all.map((port) => ({ [name]: port })),
      ...(all.length > 1 ? [{ [name]: all.join(',') }] : []),
    ])
  },
  'shockdetection.getEnabled': [{ schemaversion: '1' }],
  'shockdetection.getSensitivityLevel': [{ schemaversion: '1' }],
  'sip.GetDTMFConfiguration': (known) =>
    each(
      'DTMFConfigurationId',
      texts(known.json('sip.GetDTMFConfigurations'), 'DTMFConfiguration', 'Id'),
    ),
  'sip.GetSIPAccount': (known) => sipAccounts(known),
  'sip.GetSIPAccountStatus': (known) => sipAccounts(known),
  systemready: [{ timeout: 0 }],
  'videooutput.getMirroring': [{ schemaversion: '1' }],
  'videooutput.getRotation': [{ schemaversion: '1' }],
  'videooutput.getVideoSources': [{ schemaversion: '1' }],
}

const sipAccounts = (known: Known): Inputs =>
  each('SIPAccountId', texts(known.json('sip.GetSIPAccounts'), 'SIPAccount', 'Id'))
