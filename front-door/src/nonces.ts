import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a nonce may be used, in milliseconds. */
export const NONCE_LIFE_MS = 5 * 60_000
/** How far behind the highest count a late request may be. */
const WINDOW = 256
/** Nonces whose counts are remembered; beyond that, the oldest go stale. */
const REMEMBERED = 5_000
/**
 * How far a nonce may be ahead of the clock, in milliseconds. Beyond that, the clock was set back.
 */
const AHEAD_MS = 1_000
const STAMP_LENGTH = 12
const DIGEST_LENGTH = 40

/**
 * Server nonces for Digest (RFC 7616 §3.3), in the recorded format: the base64 of a 64-bit count of
 * microseconds, then a hexadecimal digest that only this process can compute.
 * Nothing is stored until a nonce has been used with the right password, so challenges cost no
 * memory.
 */
export interface Nonces {
  /** A nonce that was never issued before. */
  readonly issue: () => string
  /**
   * Whether a request may use the nonce with this count. `stale`: it is not ours, too old, or the
   * count was used before; the client should retry with a new one. Counts may arrive out of order,
   * as parallel connections send them, and each is accepted once.
   */
  use(nonce: string, count: number): 'ok' | 'stale'
}

/**
 * @param now UTC milliseconds; a nonce from the future (the clock was set back) is stale
 */
export function openNonces(now: () => number): Nonces {
  let key = randomBytes(32)
  /** Of the nonces that are remembered: only genuine ones get that far. */
  const used = new Map<string, { issued: number; counts: Counts }>()
  let newest = 0n
  /** Nonces issued before this are accepted only while their counts are remembered. */
  let forgotten = -1

  const digestOf = (stamp: string): string =>
    createHmac('sha256', key).update(stamp).digest('hex').slice(0, DIGEST_LENGTH)

  function issuedAt(nonce: string): number | undefined {
    if (nonce.length !== STAMP_LENGTH + DIGEST_LENGTH) return undefined
    const stamp = nonce.slice(0, STAMP_LENGTH)
    const digest = Buffer.from(nonce.slice(STAMP_LENGTH))
    const expected = Buffer.from(digestOf(stamp))
    if (digest.length !== expected.length || !timingSafeEqual(digest, expected)) return undefined
    return Number(Buffer.from(stamp, 'base64').readBigUInt64LE() / 1000n)
  }

  function remember(nonce: string, issued: number): Counts | undefined {
    if (issued <= forgotten) return undefined
    const [oldest] = used.size >= REMEMBERED ? used : []
    if (oldest) {
      const [name, known] = oldest
      forgotten = Math.max(forgotten, known.issued)
      used.delete(name)
    }
    const counts = openCounts()
    used.set(nonce, { issued, counts })
    return counts
  }

  /** After the clock was set back, earlier times would no longer tell which nonces are new. */
  function startAnew(): void {
    key = randomBytes(32)
    used.clear()
    newest = 0n
    forgotten = -1
  }

  return {
    issue() {
      const clock = BigInt(Math.max(0, Math.round(now()))) * 1000n
      if (newest - clock >= BigInt(AHEAD_MS) * 1000n) startAnew()
      newest = clock > newest ? clock : newest + 1n
      const stamp = Buffer.alloc(8)
      stamp.writeBigUInt64LE(newest)
      const text = stamp.toString('base64')
      return text + digestOf(text)
    },
    use(nonce, count) {
      const known = used.get(nonce)
      const issued = known?.issued ?? issuedAt(nonce)
      const age = issued === undefined ? Infinity : now() - issued
      if (issued === undefined || age > NONCE_LIFE_MS || age < -AHEAD_MS) return 'stale'
      const counts = known?.counts ?? remember(nonce, issued)
      return counts?.take(count) ? 'ok' : 'stale'
    },
  }
}

interface Counts {
  take(count: number): boolean
}

const byte = (count: number): number => (count % WINDOW) >> 3
const bit = (count: number): number => 1 << (count & 7)

/** Which counts were used: one bit each for the last `WINDOW`; everything below is refused. */
function openCounts(): Counts {
  const bits = new Uint8Array(WINDOW / 8)
  let highest = 0
  return {
    take(count) {
      if (count <= 0 || count <= highest - WINDOW) return false
      if (count > highest) {
        for (let next = Math.max(highest + 1, count - WINDOW + 1); next <= count; next += 1) {
          bits[byte(next)] = (bits[byte(next)] ?? 0) & ~bit(next)
        }
        highest = count
      }
      const before = bits[byte(count)] ?? 0
      bits[byte(count)] = before | bit(count)
      return (before & bit(count)) === 0
    },
  }
}
