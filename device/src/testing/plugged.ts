import { join } from 'node:path'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { Plugged } from '@lintel/contract/wire'

/** The repository's root. */
export const CHECKOUT = join(import.meta.dirname, '..', '..', '..')

/** A door station on loopback, at free ports, that boots without a delay. */
export const PLUGGED: Omit<Plugged, 'dataFolder' | 'logFile'> = {
  product: 'A8307-E',
  serial: 'AECC8E012345',
  address: '127.0.0.1',
  ports: { http: 0, https: 0, sip: 0, snmp: 0, rtsp: 0 },
  cardFolder: '/nonexistent',
  reason: 'power',
  bootSeconds: 0,
  clockOffset: 0,
  world: PLAIN_WORLD,
  faults: [],
  persona: 'own',
  consoleFolder: join(CHECKOUT, 'console', 'dist'),
  pagesFolder: join(CHECKOUT, 'device-pages', 'dist'),
  firmware: {
    running: { slot: 'A', version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
    inactive: null,
    committed: true,
    upgradedAt: null,
  },
  trustedKeys: [],
}
