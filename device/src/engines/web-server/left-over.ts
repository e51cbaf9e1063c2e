import { DEFAULT_CIPHERS, LEGACY_CIPHERS } from '@lintel/contract/rules/ciphers'
import type { Wire } from '../../hardware/wire.ts'
import type { Parameters } from '../../state/parameters.ts'

const OLD = new Set<string>(LEGACY_CIPHERS)

/**
 * The suites that firmware of old had active, as they stand in the list after an upgrade from it: the
 * device tells them, offers none that OpenSSL no longer has, and takes them from nobody again. The
 * bench leaves them there, and sees whether they are.
 */
export function openLeftOver({
  parameters,
  wire,
}: {
  parameters: Pick<Parameters, 'get' | 'set' | 'subscribe'>
  wire: Pick<Wire, 'send'>
}): { leave(left: boolean): void } {
  const active = () => parameters.get('root.HTTPS.Ciphers')
  const tell = () => wire.send({ type: 'oldCiphers', left: active().some((name) => OLD.has(name)) })
  tell()
  parameters.subscribe('root.HTTPS.Ciphers', tell)

  return {
    leave(left) {
      const newer = active().filter((name) => !OLD.has(name))
      const list = [...(newer.length > 0 ? newer : DEFAULT_CIPHERS), ...(left ? OLD : [])]
      parameters.set({ 'root.HTTPS.Ciphers': list })
    },
  }
}
