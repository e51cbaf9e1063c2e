import type { Capabilities } from '@lintel/contract/capabilities'
import type { TextOf } from '@lintel/ui/i18n'
import { useHasText, useText } from '@lintel/ui/i18n'

/** The values of a device for which there are texts, by what they are of. */
type Kind =
  | 'protocol'
  | 'color'
  | 'format'
  | 'override'
  | 'parity'
  | 'commMode'
  | 'keyType'
  | 'source'

/** Returns a function that names a value of the device for people; itself if it has no text. */
export function useNames(): (kind: Kind, value: string) => string {
  const text = useText()
  const hasText = useHasText()
  return (kind, value) => {
    const id = `reader.${kind}.${value}`
    if (hasText(id)) return text(id)
    return kind === 'format' ? formatName(value, text) : value.replaceAll('_', ' ')
  }
}

/** `Wiegand37FacilityCode`: the formats of Wiegand differ in their bits, and in one part. */
function formatName(value: string, text: TextOf): string {
  const [, bits, code] = /^Wiegand(\d+)(FacilityCode)?$/.exec(value) ?? []
  if (bits === undefined) return value
  return text(code ? 'reader.format.wiegandCode' : 'reader.format.wiegand', { bits })
}

/** The options of a list of the device. A value that is set, but not offered, is one too. */
export const optionsOf = (
  offered: readonly string[],
  stored: string,
  nameOf: (value: string) => string,
) =>
  (offered.includes(stored) ? offered : [...offered, stored]).map((value) => ({
    value,
    label: nameOf(value),
  }))

/** The name of a card type for people, as the device has it. B §3. */
export const cardName = (type: string, { SupportedCards = [] }: Partial<Capabilities>): string =>
  SupportedCards.find(({ Name }) => Name === type)?.DisplayName ?? type
