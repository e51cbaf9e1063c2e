import type { BenchState } from '@lintel/contract/bench'
import type { Product } from '@lintel/contract/products/product'
import type { FromDevice, Terminal } from '@lintel/contract/wire'
import { urlOf } from './addresses.ts'
import { frontAfter, UNLIT } from './front.ts'
import type { Front } from './front.ts'
import type { PlugParts } from './plug.ts'
import { terminalsOf, withoutPower } from './terminals.ts'

/** A message in which the device reports its state. */
export type Report = Extract<
  FromDevice,
  {
    type:
      | 'running'
      | 'moved'
      | 'https'
      | 'display'
      | 'identify'
      | 'callButtonLight'
      | 'statusLight'
      | 'sound'
      | 'speaker'
      | 'oldCiphers'
      | 'calls'
      | 'reader'
      | 'hdmi'
      | 'timeZone'
      | 'callReadiness'
      | 'heat'
      | 'doors'
      | 'terminals'
  }
>

/** The device's state, from its own last reports. */
export interface Reported {
  /** Where it answers; before its first start, where it will. `https` is empty while closed. */
  addresses(): Pick<BenchState['addresses'], 'http' | 'https'>
  front(): Front
  terminals(): Terminal[]
  receive(report: Report): void
  /** The device no longer runs: its front is dark, and no output is driven. */
  stopped(): void
}

export function createReported(
  product: Product,
  { address, ports }: Pick<PlugParts, 'address' | 'ports'>,
): Reported {
  let addresses = {
    http: urlOf('http', address, ports.http),
    https: urlOf('https', address, ports.https),
  }
  let front = UNLIT
  let terminals = terminalsOf(product.ports)

  /** A device that makes its first certificate opens https later. */
  const httpsToCome = (http: string) => `https://${new URL(http).hostname}:${ports.https}`

  return {
    addresses: () => addresses,
    front: () => front,
    terminals: () => terminals,
    receive(report) {
      switch (report.type) {
        case 'running':
          addresses = { http: report.http, https: report.https ?? httpsToCome(report.http) }
          break
        case 'moved':
          addresses = { http: report.http, https: report.https ?? '' }
          break
        case 'https':
          addresses = { ...addresses, https: report.https }
          break
        case 'terminals':
          terminals = report.terminals
          break
        case 'display':
        case 'identify':
        case 'callButtonLight':
        case 'statusLight':
        case 'sound':
        case 'speaker':
        case 'oldCiphers':
        case 'calls':
        case 'reader':
        case 'hdmi':
        case 'timeZone':
        case 'callReadiness':
        case 'heat':
        case 'doors':
          front = frontAfter(front, report)
          break
      }
    },
    stopped() {
      // It is as it was, whoever looks at the clock meanwhile.
      front = { ...UNLIT, timeZone: front.timeZone, callReadiness: front.callReadiness }
      terminals = withoutPower(terminals)
    },
  }
}
