/**
 * A network namespace with an address that is not loopback, connected to the host's by a veth pair.
 */
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

export interface Namespace {
  /** Its own, and that of its interfaces, which end with `i` inside and `o` outside. */
  name: string
  /** The command prefix that runs a command inside. */
  within: readonly string[]
  /** The address inside, on which a device can listen. */
  inside: string
  /** The address of the host's end. */
  outside: string
  /** Another address of the host's end. */
  beside: string
  remove(): void
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })

/** Whether namespaces can be created here: Linux, as root, with iproute2. */
export function canMakeNamespace(): boolean {
  try {
    const name = `lintel-try-${randomInt(1e6)}`
    ip('netns', 'add', name)
    ip('netns', 'del', name)
    return true
  } catch {
    return false
  }
}

/** Creates a namespace with addresses reserved for tests (RFC 2544). */
export function makeNamespace(): Namespace {
  const number = randomInt(60_000)
  const name = `lintel${number}`
  const address = (host: number) => `198.18.${number >> 8}.${(number & 0xf8) + host}`
  const [outside, inside, beside] = [address(1), address(2), address(3)]
  ip('netns', 'add', name)
  try {
    ip('link', 'add', `${name}o`, 'type', 'veth', 'peer', 'name', `${name}i`, 'netns', name)
    for (const one of [outside, beside]) ip('addr', 'add', `${one}/29`, 'dev', `${name}o`)
    ip('link', 'set', `${name}o`, 'up')
    ip('-n', name, 'addr', 'add', `${inside}/29`, 'dev', `${name}i`)
    ip('-n', name, 'link', 'set', `${name}i`, 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
  } catch (error) {
    ip('netns', 'del', name)
    throw error
  }
  return {
    name,
    within: ['ip', 'netns', 'exec', name],
    inside,
    outside,
    beside,
    remove: () => void ip('netns', 'del', name),
  }
}
