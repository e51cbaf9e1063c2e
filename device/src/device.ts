import type { Product } from '@lintel/contract/products/product'
import type { Plugged } from '@lintel/contract/wire'
import type { Clock } from './clock/clock.ts'
import type { Speaker } from './engines/sound/speaker.ts'
import type { EventBus } from './events/bus.ts'
import type { Network } from './engines/network/network.ts'
import type { Ntp } from './engines/ntp/ntp.ts'
import type { Thermometer } from './hardware/thermometer.ts'
import type { Wire } from './hardware/wire.ts'
import type { Log } from './log.ts'
import type { Accounts } from './state/accounts.ts'
import type { Database } from './state/database.ts'
import type { OnvifAccounts } from './state/onvif-accounts.ts'
import type { Parameters } from './state/parameters.ts'
import type { Sessions } from './state/sessions.ts'
import type { Trial } from './state/trial.ts'

/** What the services see of the running device. `boot.ts` puts it together. */
export interface Device {
  product: Product
  plugged: Plugged
  clock: Clock
  /** For services that keep records of their own. */
  database: Database
  parameters: Parameters
  accounts: Accounts
  onvifAccounts: OnvifAccounts
  sessions: Sessions
  events: EventBus
  wire: Wire
  thermometer: Thermometer
  /** On products with an audio output. */
  speaker: Speaker | undefined
  network: Network
  trial: Trial
  ntp: Ntp
  log: Log
  /** Another one after every start (UUID). */
  bootId: string
  /** UTC milliseconds of the device at its start; the time it is up is `clock.monotonic()`. */
  bootedAt: number
  /** Tells the bench's log; the id's words are in the bench's catalogue (`happened.<id>`). */
  happened(id: string, values?: Record<string, string | number>): void
  /** Lets the answer go out, asks the board for a restart and goes down. */
  restart(): void
}
