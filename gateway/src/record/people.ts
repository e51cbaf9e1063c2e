import { isSystemAccount } from '@lintel/contract/rules/account'

/** How a person's name is written where it was found. */
type Form = 'name' | 'word'

/** Names that stand for people and their accounts. */
export interface People {
  /** The name that stands for one: `Person 1`, or `person1` as a word. */
  called(name: string, form: Form): string
  /** The number that stands for a telephone number. */
  reachedAt(number: string): string
  /** Replaces names of several words in any text. */
  mask(text: string): string
  /** How many names stand for one. */
  readonly count: number
}

/** Accounts that every device has or may have: of its administrator and of its own services. */
const OF_THE_DEVICE = new Set([
  'root',
  'anonymous',
  'daemon',
  'nobody',
  'streamer',
  'audiocontrol',
  'sipd',
  'wwwao',
  'wwwaop',
  'wwwaov',
  'event',
  'storage',
])

const isOfTheDevice = (name: string): boolean =>
  OF_THE_DEVICE.has(name.toLowerCase()) || isSystemAccount(name)

export function openPeople(): People {
  const numbers = new Map<string, number>()
  const telephones = new Map<string, string>()
  /** Names of several words as they were written, longest first. */
  let spaced: (readonly [name: string, pseudonym: string])[] = []

  function called(name: string, form: Form): string {
    const plain = name.trim()
    if (plain === '' || plain === '*' || isOfTheDevice(plain)) return name
    if (/^(?:yes|no|true|false)$/i.test(plain) || /^person ?\d+$/i.test(plain)) return name
    const key = plain.toLowerCase()
    const known = numbers.get(key)
    const number = known ?? numbers.size + 1
    numbers.set(key, number)
    if (known === undefined && /\s/.test(plain)) {
      const all = [...spaced, [plain, `Person ${number}`] as const]
      spaced = all.toSorted(([a], [b]) => b.length - a.length)
    }
    return form === 'name' ? `Person ${number}` : `person${number}`
  }

  return {
    called,
    reachedAt(number) {
      if (!/\d/.test(number)) return number
      const known = telephones.get(number) ?? String(1001 + telephones.size)
      telephones.set(number, known)
      return known
    },
    mask(text) {
      let masked = text
      for (const [name, pseudonym] of spaced) {
        if (masked.includes(name)) masked = masked.replaceAll(name, () => pseudonym)
      }
      return masked
    },
    get count() {
      return numbers.size + telephones.size
    },
  }
}
