import type { Product } from '@lintel/contract/products/product'
import type { Plugged } from '@lintel/contract/wire'
import type { Clock } from './clock/clock.ts'
import type { IoPorts } from './engines/io-ports/io-ports.ts'
import type { Speaker } from './engines/sound/speaker.ts'
import type { EventBus } from './events/bus.ts'
import type { Network } from './engines/network/network.ts'
import type { WebServer } from './engines/web-server/web-server.ts'
import type { Ntp } from './engines/ntp/ntp.ts'
import type { Discovery } from './engines/discovery/discovery.ts'
import type { Ping } from './engines/ping/ping.ts'
import type { Display } from './hardware/display.ts'
import type { Happened } from './hardware/bench-log.ts'
import type { BoardFirmware } from './hardware/board-firmware.ts'
import type { Thermometer } from './hardware/thermometer.ts'
import type { Wire } from './hardware/wire.ts'
import type { Log } from './log.ts'
import type { Accounts } from './state/accounts.ts'
import type { CertificateSets } from './state/certificate-sets.ts'
import type { CertificateStore } from './state/certificate-store.ts'
import type { Database } from './state/database.ts'
import type { IntercomSettings } from './state/intercom-settings.ts'
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
  /** Inputs and outputs; none of them on some products. */
  ioPorts: IoPorts
  /** What is set through the device API. */
  intercomSettings: IntercomSettings
  /** On products with one. */
  display: Display | undefined
  /** On products with an audio output. */
  speaker: Speaker | undefined
  network: Network
  webServer: WebServer
  certificates: CertificateStore
  certificateSets: CertificateSets
  trial: Trial
  ntp: Ntp
  ping: Ping
  discovery: Discovery
  log: Log
  /** Another one after every start (UUID). */
  bootId: string
  /** UTC milliseconds of the device at its start; the time it is up is `clock.monotonic()`. */
  bootedAt: number
  happened: Happened
  firmware: BoardFirmware
  /** Whether a file that is to be written has to fail as on a full disk; the database asks by itself. */
  diskFull(): boolean
  /** Lets the answer go out, asks the board for a restart and goes down. */
  restart(): void
  /** Whether it goes down. */
  leaving(): boolean
}
