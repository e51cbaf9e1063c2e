import { SECRET_SET } from '@lintel/contract/card-reader'
import type { CardDataConfig, CardReaderConfiguration } from '@lintel/contract/card-reader'
import type { CardReaderWrite } from '@lintel/contract/calls/intercom'
import { Refusal } from '@lintel/contract/fault'
import { mayKeepPassword } from '@lintel/contract/rules/card-reader'

/** Where a secret of the card reader is. */
export interface SecretPlace {
  /** In the configuration, `CardDataConfigs.0.DESFireEncryption.key`. */
  path: string
  /** In the entry of the list, `DESFireEncryption.key`, or in the configuration. */
  member: string
  /** The entry that has it; undefined for the password of the remote access server. */
  entry: CardDataConfig | undefined
}

type Change = (secret: string, place: SecretPlace) => string

/** The same with other texts in place of its secrets. Secrets that are not set are empty. */
export function mapSecrets<T extends CardReaderWrite>(configuration: T, change: Change): T {
  const { IPAccessConfiguration: server, CardDataConfigs: entries } = configuration
  const path = 'IPAccessConfiguration.Password'
  const place = { path, member: path, entry: undefined }
  return {
    ...configuration,
    ...(server && {
      IPAccessConfiguration: { ...server, Password: change(server.Password, place) },
    }),
    ...(entries && {
      CardDataConfigs: entries.map((entry, at) =>
        mapKeys(entry, (key, member) =>
          change(key, { path: `CardDataConfigs.${at}.${member}`, member, entry }),
        ),
      ),
    }),
  }
}

function mapKeys(
  entry: CardDataConfig,
  change: (key: string, member: string) => string,
): CardDataConfig {
  const {
    DESFireEncryption: desfire,
    MifareClassicEncryption: classic,
    MifareULEncryption: ultralight,
  } = entry
  return {
    ...entry,
    ...(desfire && {
      DESFireEncryption: { ...desfire, key: change(desfire.key, 'DESFireEncryption.key') },
    }),
    ...(classic && {
      MifareClassicEncryption: {
        ...classic,
        keyA: change(classic.keyA, 'MifareClassicEncryption.keyA'),
        keyB: change(classic.keyB, 'MifareClassicEncryption.keyB'),
      },
    }),
    ...(ultralight && {
      MifareULEncryption: { key: change(ultralight.key, 'MifareULEncryption.key') },
    }),
  }
}

/** As reads return it: `SECRET_SET` in place of each secret. */
export const withoutSecrets = <T extends CardReaderWrite>(configuration: T): T =>
  mapSecrets(configuration, (secret) => (secret === '' ? '' : SECRET_SET))

/**
 * The same with the secrets that `SECRET_SET` stands for: of the entry with the same name and card
 * type or, if that has another name now, of the one entry of this type whose name is gone; of the
 * remote access server with the same address and user, over a connection that is as safe.
 * @param root what precedes paths in messages
 * @throws Refusal `invalid` if `SECRET_SET` stands for no secret
 */
export function keepingSecrets<T extends CardReaderWrite>(
  write: T,
  before: CardReaderConfiguration,
  root: string,
): T {
  const { IPAccessConfiguration: server, CardDataConfigs: entries = [] } = write
  return mapSecrets(write, (secret, { path, member, entry }) => {
    if (secret !== SECRET_SET) return secret
    const origin = entry
      ? { CardDataConfigs: originOf(entry, entries, before.CardDataConfigs) }
      : { IPAccessConfiguration: server && keptServer(server, before.IPAccessConfiguration) }
    const kept = secretsOf(origin).find((one) => one.member === member)?.secret ?? ''
    if (kept === '') {
      const message = `Parameter '${root}${path}' is not valid: no value is stored for it.`
      throw new Refusal('invalid', message)
    }
    return kept
  })
}

const keptServer = (
  server: CardReaderConfiguration['IPAccessConfiguration'],
  before: CardReaderConfiguration['IPAccessConfiguration'],
) => (mayKeepPassword(server, before) ? before : undefined)

/** The stored entry that an entry of a new list was; none or one. */
function originOf(
  entry: CardDataConfig,
  entries: readonly CardDataConfig[],
  before: readonly CardDataConfig[],
): readonly CardDataConfig[] {
  const ofType = before.filter(({ cardType }) => cardType === entry.cardType)
  if (isNamed(before, entry)) return ofType.filter(({ name }) => name === entry.name)
  const gone = ofType.filter((one) => !isNamed(entries, one))
  const renamed = entries.filter(
    (one) => one.cardType === entry.cardType && !isNamed(before, one) && keepsSecrets(one),
  )
  return gone.length === 1 && renamed.length === 1 ? gone : []
}

/** Whether one of the entries has the name of this one. */
const isNamed = (entries: readonly CardDataConfig[], { name }: CardDataConfig): boolean =>
  entries.some((other) => other.name === name)

const keepsSecrets = (entry: CardDataConfig): boolean =>
  secretsOf({ CardDataConfigs: [entry] }).some(({ secret }) => secret === SECRET_SET)

/** All secrets of a configuration, also those that are not set. */
export function secretsOf(configuration: CardReaderWrite): (SecretPlace & { secret: string })[] {
  const all: (SecretPlace & { secret: string })[] = []
  mapSecrets(configuration, (secret, place) => {
    all.push({ ...place, secret })
    return secret
  })
  return all
}
