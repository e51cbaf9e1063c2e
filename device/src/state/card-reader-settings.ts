import type { Capabilities } from '@lintel/contract/capabilities'
import { CARD_TYPES, SECRET_SET } from '@lintel/contract/card-reader'
import type { CardReaderConfiguration, CardType } from '@lintel/contract/card-reader'
import { PIN_TIMEOUT } from '@lintel/contract/calls/intercom'
import type { CardReaderWrite } from '@lintel/contract/calls/intercom'
import { keepingSecrets, mapSecrets, secretsOf, withoutSecrets } from './card-reader-secrets.ts'
import type { SecretPlace } from './card-reader-secrets.ts'
import type { Database } from './database.ts'
import { openRecord } from './records.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * The settings of the card reader. Members that were never set have their factory values. A change
 * is durable when its method returns.
 */
export interface CardReaderSettings {
  /**
   * With the keys and the password, for engines. One that can't be opened any more is `SECRET_SET`,
   * which fits no card and no server; empty, it would be a card that needs no key.
   */
  get(): CardReaderConfiguration
  /**
   * As reads return them, with `SECRET_SET` in place of each secret. One that can't be opened any
   * more is empty, so that people see that it has to be set again.
   */
  shown(): CardReaderConfiguration
  /** Differs after every change, and tells nothing about the secrets. */
  stored(): object
  /**
   * The members of a write with the secrets that `SECRET_SET` stands for. Keys belong to the entry of
   * that name, or to the one of its card type that was renamed; the password belongs to the address
   * and user of the remote access server.
   * @param root what precedes the member in messages; empty by default
   * @throws Refusal `invalid` naming the member, if that is none
   */
  keepingSecrets(write: CardReaderWrite, root?: string): CardReaderWrite
  /** Replaces the given members. @throws Refusal as `keepingSecrets` does */
  update(write: CardReaderWrite): void
  /** Replaces all members; absent ones get their factory values. @throws Refusal likewise */
  set(write: CardReaderWrite): void
  /** Notifies after every change. */
  subscribe(fn: () => void): () => void
}

const isCardType = (name: string): name is CardType =>
  CARD_TYPES.some((cardType) => cardType === name)

/** The card types that the reader reads from the factory: all that it can, in their order. */
export const factoryCardTypes = (capabilities: Capabilities | undefined): CardType[] =>
  (capabilities?.SupportedCards ?? []).map(({ Name }) => Name).filter(isCardType)

/**
 * The factory values. Own design, except those of PINs (device-api.md #31): the specification names
 * none.
 */
const factoryValues = (capabilities: Capabilities | undefined): CardReaderConfiguration => ({
  Protocol: 'None',
  CardTypes: factoryCardTypes(capabilities),
  CompatibilityConfiguration: {
    CompatibilityConfigs: (capabilities?.CompatibilityConfigs ?? []).map(({ Name, Default }) => ({
      Name,
      Value: Default,
    })),
  },
  WiegandConfiguration: {
    nbrOfLEDPins: 0,
    LED1Pin: '',
    LED2Pin: '',
    beeper: false,
    beeperPin: '',
    LEDColorDefault: 'White',
    LEDColor0: 'Red',
    LEDColor1: 'Green',
    LEDColor00: 'Off',
    LEDColor01: 'Red',
    LEDColor10: 'Green',
    LEDColor11: 'Amber',
    keypressFormat: 'FourBit',
    keypressFacilityCode: 0,
  },
  OSDPConfiguration: { OSDPAddress: 0 },
  IPAccessConfiguration: {
    Scheme: 'https',
    Address: '',
    Username: '',
    Password: '',
    VerifyCertificate: true,
    IPProtocol: 'None',
    RequestAccessConfiguration: [],
  },
  PinConfiguration: { pinLength: 4, pinTimeout: PIN_TIMEOUT },
  OutputFormat: {
    cardFormat: 'Raw',
    cardFacilityCodeOverrideMode: 'Auto',
    cardFacilityCode: 0,
    // The layout of Wiegand26.
    Custom: {
      facilityCodeSize: 8,
      cardNumberSize: 16,
      startParity: 'Even',
      startParityBits: 12,
      stopParity: 'Odd',
      stopParityBits: 12,
    },
  },
  CardDataConfigs: [],
})

/** What a secret is sealed for. */
const ownerOf = ({ member, entry }: SecretPlace): string =>
  `card reader ${member}${entry ? ` of ${entry.name}` : ''}`

/** @param capabilities of the product; undefined on one without */
export function openCardReaderSettings(
  database: Database,
  secrets: SecretBox,
  capabilities: Capabilities | undefined,
): CardReaderSettings {
  /** The members that were set, with their secrets sealed. */
  const record = openRecord<CardReaderWrite>(database, 'cardReader')
  const listeners = new Set<() => void>()
  const factory = factoryValues(capabilities)

  const stored = () => record.get() ?? {}

  /** @param lost in place of secrets that can't be opened */
  function opened(lost: string): CardReaderConfiguration {
    const members = mapSecrets(stored(), (sealed, place) =>
      sealed === '' ? '' : (secrets.open(sealed, ownerOf(place)) ?? lost),
    )
    return Object.assign({ ...factory }, members)
  }

  /** Secrets that stay are not sealed anew. */
  function sealed(write: CardReaderWrite): CardReaderWrite {
    const known = new Map(
      secretsOf(stored()).map((place) => [ownerOf(place), place.secret] as const),
    )
    return mapSecrets(write, (secret, place) => {
      if (secret === '') return ''
      const owner = ownerOf(place)
      const before = known.get(owner)
      const same = before !== undefined && secrets.open(before, owner) === secret
      return same ? before : secrets.seal(secret, owner)
    })
  }

  function put(value: CardReaderWrite): void {
    if (JSON.stringify(value) === JSON.stringify(stored())) return
    database.tx(() => {
      record.put(value)
      database.scrub()
    })
    database.afterCommit(() => {
      for (const fn of Array.from(listeners)) fn()
    })
  }

  const kept = (write: CardReaderWrite, root = '') => keepingSecrets(write, opened(''), root)

  return {
    get: () => opened(SECRET_SET),
    shown: () => withoutSecrets(opened('')),
    stored,
    keepingSecrets: kept,
    update: (write) => put({ ...stored(), ...sealed(kept(write)) }),
    set: (write) => put(sealed(kept(write))),
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
