import { categoryOf } from '@lintel/contract/capabilities'
import type { SipAttribute, SipConfiguration } from '@lintel/contract/calls/sip'
import type { Product } from '@lintel/contract/products/product'
import { dtmfPayloadType, maxCallDuration, registrationInterval } from '@lintel/contract/rules/sip'

/** A setting in the list of attributes. */
export interface AttributeDefinition {
  name: SipAttribute
  type: 'string' | 'int' | 'bool'
  default: string
  accepts(value: string): boolean
}

type NameAndValue = SipConfiguration['Attribute'][number]

const bool = (name: SipAttribute): AttributeDefinition => ({
  name,
  type: 'bool',
  default: 'false',
  accepts: (value) => value === 'true' || value === 'false',
})

const choice = (name: SipAttribute, first: string, ...others: string[]): AttributeDefinition => ({
  name,
  type: 'string',
  default: first,
  accepts: (value) => value === first || others.includes(value),
})

const DIRECTIONS = ['sendrecv', 'inactive', 'sendonly', 'recvonly'] as const

/** Seconds of a call on a device with factory settings. Own design. */
const MAX_CALL_DURATION = 3_600

/** The attributes of a product. Source: console specification B §2, §3, §9. */
export function attributesOf(product: Product): readonly AttributeDefinition[] {
  const category = categoryOf(product.brand.type)
  return [
    bool('DisableViaRewrite'),
    bool('DisableContactRewrite'),
    bool('DisableTCPSwitch'),
    {
      name: 'MaxCallDuration',
      type: 'int',
      default: String(MAX_CALL_DURATION),
      // Only audio products have calls without end.
      accepts: (value) =>
        maxCallDuration(value) === undefined || (value === '0' && category === 'audio'),
    },
    {
      name: 'RegistrationInterval',
      type: 'int',
      default: '300',
      accepts: (value) => registrationInterval(value) === undefined,
    },
    choice('AudioDirection', ...DIRECTIONS),
    {
      name: 'TelephoneEventPayloadType',
      type: 'int',
      default: '96',
      accepts: (value) => dtmfPayloadType(value) === undefined,
    },
    ...(product.number.startsWith('A8307') ? [bool('VideoRelayEnabled')] : []),
    ...(category === 'doorstation'
      ? [
          choice('VideoDirection', ...DIRECTIONS),
          choice('H264PacketizationMode', 'auto', 'none', 'mode0', 'mode1'),
        ]
      : []),
  ]
}

/** The attributes with the values of `stored` or their defaults, then those that nobody knows. */
export function completed(
  definitions: readonly AttributeDefinition[],
  stored: readonly NameAndValue[],
): NameAndValue[] {
  const values = new Map(stored.map((one) => [one.Name, one]))
  const known = definitions.map(
    ({ name, default: Value }) => values.get(name) ?? { Name: name, Value },
  )
  const names = new Set<string>(definitions.map(({ name }) => name))
  return [...known, ...[...values.values()].filter(({ Name }) => !names.has(Name))]
}

/** The value of an attribute; its default if it is not in the list. */
export function attributeIn(
  configuration: Pick<SipConfiguration, 'Attribute'>,
  name: SipAttribute,
): string {
  return configuration.Attribute.find((one) => one.Name === name)?.Value ?? ''
}
