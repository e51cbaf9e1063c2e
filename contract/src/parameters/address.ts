import { ipv4 } from '../rules/address.ts'
import { text, withDefault } from './codec.ts'
import type { Codec } from './codec.ts'

/** How parameters represent no address. */
export const NO_ADDRESS = '0.0.0.0'

/** An IPv4 address; `0.0.0.0` if there is none. */
export const address = withDefault(text(15, ipv4), NO_ADDRESS)

/** An address or a name as a form shows it: empty if there is none. */
export const shownAddress = (stored: string): string => (stored === NO_ADDRESS ? '' : stored)

/** An address or a name; empty for `0.0.0.0`. */
export const orNone = (codec: Codec<string>): Codec<string> => ({
  ...codec,
  decode: (stored) => shownAddress(codec.decode(stored)),
  encode: (value) => (value === '' ? NO_ADDRESS : codec.encode(value)),
})
