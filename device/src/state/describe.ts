import type { Role } from '@lintel/contract/access'
import type {
  DefinitionMark,
  DefinitionType,
  ParameterDefinition,
} from '@lintel/contract/parameter-definitions'
import type { ParameterType } from '@lintel/contract/parameters/codec'
import type { Definition } from './definition.ts'

const LEVELS: Record<Role | 'never', string> = {
  viewer: '1',
  operator: '4',
  admin: '6',
  never: '7',
}

/** How definitions show a secret; lists use one star more. */
const STARS = '*****'

/** Display names of values that can't be shown as they are spelled. */
const NICE_VALUES: Record<string, string> = {
  aac: 'AAC',
  cifs: 'CIFS',
  dhcp: 'DHCP',
  fifo: 'FIFO',
  g711: 'G711 µ-law',
  g726: 'G726',
  lpcm: 'LPCM',
  md5: 'MD5',
  mic: 'Microphone',
  sha256: 'SHA-256',
  sha256_md5: 'SHA-256, MD5',
}

const NICE_NAMES: Record<string, string> = { InputType: 'Source' }

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `MicrophonePower` as `Microphone power`, `IPAddress` as `IP address`, `DHCPv6` as it is. */
function niceNameOf(name: string): string {
  const own = name.slice(name.lastIndexOf('.') + 1)
  const known = NICE_NAMES[own]
  if (known !== undefined) return known
  const words = own.match(/[A-Z]+v\d|V\d[a-z]?|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [own]
  return capitalised(
    words.map((word) => (/^[A-Z]{2,}$|[vV]\d/.test(word) ? word : word.toLowerCase())).join(' '),
  )
}

function typeOf(type: ParameterType): DefinitionType {
  if (type.kind === 'bool') return type
  if (type.kind === 'int') return { kind: 'int', min: type.min, max: type.max }
  if (type.kind !== 'enum') return { kind: type.kind, maxlen: type.max }
  return {
    kind: 'enum',
    entries: type.values.map((value) => ({
      value,
      niceValue: NICE_VALUES[value] ?? capitalised(value),
    })),
  }
}

/**
 * The definition of a parameter. `manage` is the role that may add and remove it; most have none.
 */
export function describe(
  definition: Definition,
  value: string,
  manage: Role | 'never',
): ParameterDefinition {
  const { name, type, read, write, hidden } = definition
  const secret = type.kind === 'password'
  const marks: DefinitionMark[] = []
  if (write === 'never') marks.push('readonly')
  if (secret) marks.push('writeonly')
  if (hidden) marks.push('hidden')
  return {
    name,
    value: secret ? STARS : value,
    securityLevel: [manage, manage, read, write].map((who) => LEVELS[who]).join(''),
    niceName: niceNameOf(name),
    type: typeOf(type),
    marks,
  }
}
