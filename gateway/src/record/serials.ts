/** The serial number in recordings. Other hardware addresses follow it. */
export const EXAMPLE_SERIAL = 'ACCC8E000001'

const HEX_PAIR = '[0-9a-fA-F]{2}'
/** A hardware address with separators, and nothing longer such as a fingerprint. */
const ADDRESS = new RegExp(
  `(?<![0-9a-fA-F][:-]?)${HEX_PAIR}(?:(?::${HEX_PAIR}){5}|(?:-${HEX_PAIR}){5})(?![:-]?[0-9a-fA-F])`,
  'g',
)
/** Nobody's: zeros, broadcast and multicast. */
const NOBODYS = /^(?:0{12}|f{12}|01005e|3333)/i

/** What stands for serial numbers and hardware addresses. */
export interface Serials {
  /** Replaces them in every spelling. */
  mask(text: string): string
  /** How many have been replaced. */
  readonly count: number
}

/**
 * @param serial of the device, as it says; empty if it does not
 * @param texts everything in which hardware addresses may be
 */
export function openSerials(serial: string, texts: readonly string[]): Serials {
  const plain = serial.replaceAll(/[^0-9A-Za-z]/g, '')
  const found = texts.flatMap((text) => Array.from(text.matchAll(ADDRESS), ([one]) => bare(one)))
  const others = new Set(found.filter((one) => !NOBODYS.test(one)))
  others.delete(plain.toUpperCase())
  const all = [...(plain.length >= 6 ? [plain.toUpperCase()] : []), ...others]
  const first = plain.length >= 6 ? 1 : 2
  const rules = all.flatMap((one, at) => rulesFor(one, exampleAt(at + first)))
  let count = 0
  return {
    mask(text) {
      let masked = text
      for (const { pattern, write } of rules) {
        masked = masked.replaceAll(pattern, (spelling) => {
          const next = write(spelling)
          if (next !== spelling) count += 1
          return next
        })
      }
      return masked
    },
    get count() {
      return count
    },
  }
}

const bare = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()

const exampleAt = (number: number): string =>
  `ACCC8E${number.toString(16).toUpperCase().padStart(6, '0')}`

interface Rule {
  pattern: RegExp
  write: (spelling: string) => string
}

function rulesFor(serial: string, example: string): Rule[] {
  const signs = Array.from(serial, (sign) => sign.replaceAll(/[^0-9A-Za-z]/g, ''))
  const spelled = { pattern: new RegExp(signs.join('[:.-]?'), 'gi'), write: likeIn(example) }
  if (!/^[0-9A-F]{12}$/.test(serial)) return [spelled]
  const [own, other] = [interfaceOf(serial), interfaceOf(example)]
  return [
    spelled,
    // IPv6 addresses that are made of it (RFC 4291, appendix A), zeros left out or not.
    {
      pattern: new RegExp(`(?<![0-9a-f])${own.short}(?![0-9a-f])`, 'gi'),
      write: () => other.short,
    },
    { pattern: new RegExp(own.full, 'gi'), write: likeIn(other.full, /[^:]/g) },
  ]
}

/** Writes the example with the separators of a spelling, and in its case. */
const likeIn =
  (example: string, signs = /[0-9A-Za-z]/g) =>
  (spelling: string): string => {
    const letters = example.replaceAll(/[^0-9A-Za-z]/g, '')
    let at = 0
    const isUpper = !/[a-z]/.test(spelling)
    const next = spelling.replaceAll(signs, () => letters.charAt((at += 1) - 1))
    const rest = letters.slice(at)
    return isUpper ? (next + rest).toUpperCase() : (next + rest).toLowerCase()
  }

function interfaceOf(serial: string): { full: string; short: string } {
  const bytes = (serial.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const [first = 0, ...rest] = bytes
  const [b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = rest
  const groups = [((first ^ 2) << 8) | b1, (b2 << 8) | 0xff, 0xfe00 | b3, (b4 << 8) | b5]
  const short = groups.map((group) => group.toString(16))
  return { full: short.map((group) => group.padStart(4, '0')).join(':'), short: short.join(':') }
}
