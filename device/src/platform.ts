import { randomUUID } from 'node:crypto'
import type { KnownBrowsers } from '@lintel/front-door/device-context'
import type { Product } from '@lintel/contract/products/product'
import { productCalled } from '@lintel/contract/products/products'
import type { Plugged } from '@lintel/contract/wire'
import type { Clock } from './clock/clock.ts'
import type { Network } from './engines/network/network.ts'
import { createEventBus } from './events/bus.ts'
import type { EventBus } from './events/bus.ts'
import type { LogToBench } from './hardware/bench-log.ts'
import { openBoardFirmware } from './hardware/board-firmware.ts'
import type { BoardFirmware } from './hardware/board-firmware.ts'
import { placeOf } from './hardware/lease.ts'
import type { Wire } from './hardware/wire.ts'
import type { Log } from './log.ts'
import { definitionsOf } from './products/definitions.ts'
import { DYNAMIC_GROUPS } from './products/dynamic-groups.ts'
import { openActionLog } from './state/action-log.ts'
import type { ActionLog } from './state/action-log.ts'
import { openActionRuleStore } from './state/action-rules.ts'
import type { ActionRuleStore } from './state/action-rules.ts'
import { openAccounts } from './state/accounts.ts'
import type { Accounts } from './state/accounts.ts'
import { openCertificateSets } from './state/certificate-sets.ts'
import type { CertificateSets } from './state/certificate-sets.ts'
import { openCertificateStore } from './state/certificate-store.ts'
import type { CertificateStore } from './state/certificate-store.ts'
import { openClips } from './state/clips.ts'
import type { Clips } from './state/clips.ts'
import { openCardReaderSettings } from './state/card-reader-settings.ts'
import type { CardReaderSettings } from './state/card-reader-settings.ts'
import { openCallLog } from './state/call-log.ts'
import type { CallLog } from './state/call-log.ts'
import type { Collection } from './state/collection.ts'
import type { Database } from './state/database.ts'
import { openDtmfConfigurations } from './state/dtmf-configurations.ts'
import type { DtmfConfigurations } from './state/dtmf-configurations.ts'
import { openDtmfTriggers } from './state/dtmf-triggers.ts'
import type { StoredDtmfTrigger } from './state/dtmf-triggers.ts'
import { openIntercomSettings } from './state/intercom-settings.ts'
import type { IntercomSettings } from './state/intercom-settings.ts'
import { openKnownBrowsers } from './state/known-browsers.ts'
import { openMediaProfiles } from './state/media-profiles.ts'
import type { MediaProfiles } from './state/media-profiles.ts'
import { openOnvifAccounts } from './state/onvif-accounts.ts'
import type { OnvifAccounts } from './state/onvif-accounts.ts'
import { ownCertificate } from './state/own-certificate.ts'
import type { OwnCertificate } from './state/own-certificate.ts'
import { openParameters } from './state/parameters.ts'
import type { Parameters } from './state/parameters.ts'
import { openPhonebook } from './state/phonebook/phonebook.ts'
import type { Phonebook } from './state/phonebook/phonebook.ts'
import { finishRestore } from './state/reset.ts'
import { openState } from './state/open-state.ts'
import type { SecretBox } from './state/secret-box.ts'
import { openScheduleStore } from './state/schedules.ts'
import type { ScheduleStore } from './state/schedules.ts'
import { openSessions } from './state/sessions.ts'
import type { Sessions } from './state/sessions.ts'
import { openSipAccounts } from './state/sip-accounts.ts'
import type { SipAccounts } from './state/sip-accounts.ts'
import { openSipSettings } from './state/sip-settings.ts'
import type { SipSettingsStore } from './state/sip-settings.ts'
import { openTrial, revertedAs } from './state/trial.ts'
import type { Trial } from './state/trial.ts'
import { openWelcomeImage } from './state/welcome-image.ts'
import type { WelcomeImage } from './state/welcome-image.ts'

/** The inputs of a starting device: its links to the board, the clock and the process. */
export interface DeviceParts {
  /** What the board says the device is. */
  plugged: Plugged
  wire: Wire
  clock: Clock
  log: Log
  /** Lets responses in flight finish, requests a restart from the board, and shuts down. */
  restart: () => void
}

/** The base of engines and services: the board, the clock and the stored state. */
export interface Platform extends Omit<DeviceParts, 'restart'> {
  product: Product
  /** The realm of password digests and of sign-in challenges. */
  realm: string
  /** For services that store their own records. */
  database: Database
  secrets: SecretBox
  parameters: Parameters
  accounts: Accounts
  onvifAccounts: OnvifAccounts
  mediaProfiles: MediaProfiles
  sessions: Sessions
  browsers: KnownBrowsers
  certificates: CertificateStore
  ownCertificate: OwnCertificate
  certificateSets: CertificateSets
  /** Settings that are made through the device API. */
  intercomSettings: IntercomSettings
  /** The image on the display, which not all products have. */
  welcomeImage: WelcomeImage
  /** Those of the card reader, which not all products have. */
  cardReader: CardReaderSettings
  sipSettings: SipSettingsStore
  sipAccounts: SipAccounts
  dtmfConfigurations: DtmfConfigurations
  dtmfTriggers: Collection<StoredDtmfTrigger>
  callLog: CallLog
  phonebook: Phonebook
  scheduleStore: ScheduleStore
  clips: Clips
  actionRuleStore: ActionRuleStore
  actionLog: ActionLog
  trial: Trial
  events: EventBus
  logToBench: LogToBench
  firmware: BoardFirmware
  /** Changes with every start (UUID). */
  bootId: string
  /** The device's UTC milliseconds at its start; the uptime is `clock.monotonic()`. */
  bootedAt: number
  /** Whether file writes have to fail as on a full disk; the database checks this itself. */
  diskFull(): boolean
  /** Lets the response finish, requests a restart from the board and shuts down. */
  restart(): void
  /** Whether it is shutting down. */
  leaving(): boolean
  /** Notifies the engines that the device's address changed, or that https was opened or closed. */
  addressChanged(): void
}

/** What the platform needs from the parts built on top of it. */
export interface PlatformLinks {
  diskFull: () => boolean
  addressChanged: () => void
  /**
   * For the parameters that report where the device answers. Called only once the engines are open.
   */
  network: () => Pick<Network, 'lease' | 'place' | 'ipv6'>
}

/**
 * Opens the stored state, after finishing a pending restore.
 * @throws LostState
 */
export function openPlatform(parts: DeviceParts, links: PlatformLinks): Platform {
  const { plugged, wire, clock, log } = parts
  const { diskFull, addressChanged, network } = links
  const { version, buildDate } = plugged.firmware.running
  const product = { ...productCalled(plugged.product), firmware: { version, buildDate } }
  const definitions = definitionsOf(product)
  const { database, secrets } = openState(plugged.dataFolder, { diskFull })
  const logToBench: LogToBench = (id, values = {}) => {
    const at = clock.now()
    database.afterCommit(() => wire.send({ type: 'happened', happening: { at, id, values } }))
  }
  if (finishRestore(database, definitions)) logToBench('reset.restored')
  const realm = product.realmPrefix + plugged.serial
  const sessions = openSessions(database, {
    log,
    longestDays: () => parameters.get('root.System.SessionDays'),
  })
  const accounts = openAccounts(database, sessions, realm, secrets)
  const certificates = openCertificateStore(database, secrets)
  const parameters = openParameters(
    database,
    definitions,
    {
      serial: plugged.serial,
      lease: () => network().lease(),
      place: () => network().place(),
      ipv6: () => network().ipv6(),
      rootPasswordSet: () => accounts.rootPasswordSet(),
      rtspPort: () => plugged.ports.rtsp,
      now: () => clock.now(),
    },
    DYNAMIC_GROUPS,
    secrets,
  )
  const names = (): [string, ...string[]] => {
    const name = parameters.get('root.Network.VolatileHostName.HostName')
    return [name, `${name}.local`, placeOf(plugged.address).address]
  }
  const dtmfConfigurations = openDtmfConfigurations(database)
  let leaving = false
  return {
    ...parts,
    product,
    realm,
    database,
    secrets,
    parameters,
    accounts,
    onvifAccounts: openOnvifAccounts(database, secrets),
    mediaProfiles: openMediaProfiles(database),
    sessions,
    browsers: openKnownBrowsers(secrets),
    certificates,
    ownCertificate: ownCertificate(certificates, names, () => clock.now()),
    certificateSets: openCertificateSets(database),
    intercomSettings: openIntercomSettings(database),
    welcomeImage: openWelcomeImage(database),
    cardReader: openCardReaderSettings(database, secrets, product.capabilities),
    sipSettings: openSipSettings(database, secrets),
    sipAccounts: openSipAccounts(database, secrets, dtmfConfigurations),
    dtmfConfigurations,
    dtmfTriggers: openDtmfTriggers(database),
    callLog: openCallLog(database),
    phonebook: openPhonebook(database),
    scheduleStore: openScheduleStore(database),
    clips: openClips({ database, parameters, dataFolder: plugged.dataFolder, diskFull }),
    actionRuleStore: openActionRuleStore(database, secrets),
    actionLog: openActionLog(database),
    trial: openTrial({
      database,
      parameters,
      clock,
      log,
      onReverted: ({ note }) => logToBench(revertedAs(note), note),
    }),
    events: createEventBus(() => clock.now()),
    logToBench,
    firmware: openBoardFirmware(wire, plugged.firmware),
    bootId: randomUUID(),
    bootedAt: clock.now(),
    diskFull,
    restart() {
      leaving = true
      parts.restart()
    },
    leaving: () => leaving,
    addressChanged,
  }
}
