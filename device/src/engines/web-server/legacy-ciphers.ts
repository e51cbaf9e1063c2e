import { DEFAULT_CIPHERS, LEGACY_CIPHERS } from '@lintel/contract/rules/ciphers'
import type { Wire } from '../../hardware/wire.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'

const OLD = new Set<string>(LEGACY_CIPHERS)

/**
 * Cipher suites of old firmware that an upgrade leaves in `root.HTTPS.Ciphers`. The device lists all
 * of them, and TLS offers those that OpenSSL still has; the broken ones (`DEPRECATED_CIPHERS`) can't
 * be saved again.
 */
export interface LegacyCiphers extends Engine {
  /** Adds them to the list, as an upgrade does, or removes them. */
  leave(left: boolean): void
}

/** Reports to the board whether the list has legacy suites, now and after every change. */
export function openLegacyCiphers({
  parameters,
  wire,
}: {
  parameters: Pick<Parameters, 'get' | 'set' | 'subscribe'>
  wire: Pick<Wire, 'send'>
}): LegacyCiphers {
  const active = () => parameters.get('root.HTTPS.Ciphers')
  const report = () =>
    wire.send({ type: 'oldCiphers', left: active().some((name) => OLD.has(name)) })
  report()
  const close = parameters.subscribe('root.HTTPS.Ciphers', report)

  return {
    leave(left) {
      const newer = active().filter((name) => !OLD.has(name))
      const list = [...(newer.length > 0 ? newer : DEFAULT_CIPHERS), ...(left ? OLD : [])]
      parameters.set({ 'root.HTTPS.Ciphers': list })
    },
    close,
  }
}
