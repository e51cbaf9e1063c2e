import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SD_CARD } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { planRestore } from '../../state/reset.ts'
import { openPassphrases } from './passphrases.ts'
import { fakeCardIn, fakeCardTools, putFakeCard } from './testing/fake-card-tools.ts'
import type { FakeCard, FakeCardTools } from './testing/fake-card-tools.ts'
import { makeStorageRig } from './testing/storage-rig.ts'
import type { StorageRig } from './testing/storage-rig.ts'

let tools: FakeCardTools
let rig: StorageRig

beforeEach(async () => {
  tools = fakeCardTools()
  rig = makeStorageRig(tools)
  await rig.powerOn()
})
afterEach(async () => {
  await rig.remove()
  expect(tools.volumes).toBe(0)
})

async function insert(card: FakeCard): Promise<void> {
  putFakeCard(rig.imageOf('card'), card)
  await rig.insert('card')
}

const EXT4: FakeCard = { fileSystem: 'ext4' }

function encryption() {
  const found = rig.storage.encryption(SD_CARD)
  if (!found) throw new Error('the product has no card')
  return found
}

const status = async () => (await rig.card()).status

/** The code of the refusal of what is done. */
async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const cause: unknown = await work.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  return cause instanceof Refusal ? cause.codes?.[0] : undefined
}

/** The mounted card of a device that has encrypted it. */
async function encryptedCard(passphrase = 'open sesame'): Promise<void> {
  await insert({})
  await encryption().encrypt(passphrase)
  await rig.run('format', 'ext4')
  await rig.run('mount')
}

test('encrypting takes effect with the next formatting (STORAGE-21, STORAGE-33)', async () => {
  await insert(EXT4)
  await rig.run('unmount')
  await encryption().encrypt('open sesame')
  expect(await rig.card()).toMatchObject({
    status: 'not encrypted',
    encryptionenabled: true,
    diskencrypted: false,
  })
  await expect(rig.run('mount')).rejects.toThrow('The card is not encrypted. Format it first.')
  expect(await rig.run('checkdisk')).toMatchObject({ result: 'OK' })
  await rig.run('format', 'vfat')
  expect(fakeCardIn(rig.imageOf('card'))).toEqual({
    fileSystem: 'vfat',
    passphrase: 'open sesame',
  })
  await rig.run('mount')
  expect(await rig.card()).toMatchObject({
    status: 'OK',
    filesystem: 'vfat',
    encryptionenabled: true,
    diskencrypted: true,
  })
})

test('an encrypted card is opened by the device after a restart (STORAGE-51)', async () => {
  await encryptedCard()
  await rig.shutDown()
  await rig.powerOn()
  expect(await rig.card()).toMatchObject({ status: 'OK', diskencrypted: true })
})

test('decrypting takes effect with the next formatting (STORAGE-34)', async () => {
  await encryptedCard()
  await rig.run('unmount')
  await encryption().decrypt()
  expect(await rig.card()).toMatchObject({
    status: 'no passphrase',
    encryptionenabled: false,
    diskencrypted: true,
  })
  await expect(rig.run('mount')).rejects.toThrow('does not know its passphrase')
  expect(await rig.run('unmount')).toMatchObject({ result: 'OK' })
  await rig.run('format', 'ext4')
  expect(fakeCardIn(rig.imageOf('card'))).toEqual({ fileSystem: 'ext4' })
  await rig.run('mount')
  expect(await status()).toBe('OK')
})

test('a card is not mounted between a change of its encryption and its formatting (STORAGE-33, STORAGE-34)', async () => {
  await insert({})
  await encryption().encrypt('open sesame')
  putFakeCard(rig.imageOf('card'), EXT4)
  await encryption().decrypt()
  expect(await status()).toBe('connected')
  expect(await rig.run('format', 'ext4')).toMatchObject({ result: 'OK' })
})

test('a card of another device opens with its passphrase only (STORAGE-49)', async () => {
  await insert({ ...EXT4, passphrase: 'theirs' })
  await encryption().encrypt('ours')
  expect(await status()).toBe('wrong passphrase')
  await expect(rig.run('mount')).rejects.toThrow('The card is encrypted with another passphrase.')
  await encryption().decrypt()
  await encryption().encrypt('theirs')
  expect(await status()).toBe('connected')
})

test('the passphrase is changed on the card and in the device (STORAGE-35, STORAGE-36, DEVICE-104)', async () => {
  await encryptedCard()
  expect(await codeOf(encryption().changePassphrase('wrong', 'next'))).toBe('130')
  const { candidates } = openPassphrases(rig.platform)
  expect(candidates()).toEqual(['open sesame'])
  // A power cut may come before or after the card has it.
  const change = tools.changePassphrase.bind(tools)
  let known: string[] = []
  tools.changePassphrase = (...args) => {
    known = candidates()
    return change(...args)
  }
  expect(fakeCardIn(rig.imageOf('card')).passphrase).toBe('open sesame')
  await encryption().changePassphrase('open sesame', 'next')
  expect(known).toEqual(['open sesame', 'next'])
  expect(await status()).toBe('OK')
  await rig.shutDown()
  await rig.powerOn()
  expect([await status(), fakeCardIn(rig.imageOf('card')).passphrase]).toEqual(['OK', 'next'])
})

test.each([
  ['before', 'open sesame'],
  ['after', 'next'],
])('a power cut %s the card got its new passphrase leaves it usable', async (_, onCard) => {
  await encryptedCard()
  openPassphrases(rig.platform).replacing('next')
  rig.cutPower()
  tools.volumes = 0
  putFakeCard(rig.imageOf('card'), { ...EXT4, passphrase: onCard })
  await rig.powerOn()
  expect(await status()).toBe('OK')
  expect(openPassphrases(rig.platform).candidates()).toEqual([onCard])
})

test('a change that fails after the card has its new passphrase is not forgotten by the next one', async () => {
  await encryptedCard()
  const change = tools.changePassphrase.bind(tools)
  tools.changePassphrase = async (...args) => {
    await change(...args)
    throw new Error('The program was killed.')
  }
  await expect(encryption().changePassphrase('open sesame', 'next')).rejects.toThrow('killed')
  tools.changePassphrase = change
  expect(await codeOf(encryption().changePassphrase('open sesame', 'third'))).toBe('130')
  await rig.shutDown()
  await rig.powerOn()
  expect(await status()).toBe('OK')
  expect(openPassphrases(rig.platform).candidates()).toEqual(['next'])
})

test('what the state of the disk forbids is refused with the code of hardware (DEVICE-102, DEVICE-103)', async () => {
  await insert(EXT4)
  const { encrypt, decrypt, changePassphrase } = encryption()
  expect(await codeOf(encrypt('a'))).toBe('160')
  expect(await codeOf(decrypt())).toBe('160')
  expect(await codeOf(changePassphrase('a', 'b'))).toBe('100')
  await rig.run('unmount')
  expect(await codeOf(changePassphrase('a', 'b'))).toBe('150')
  expect(await codeOf(encrypt(''))).toBe('110')
  expect(await codeOf(encrypt('a\nb'))).toBe('110')
  rig.storage.lock(SD_CARD, true)
  expect(await codeOf(encrypt('a'))).toBe('10')
  expect(await codeOf(decrypt())).toBe('10')
  rig.storage.lock(SD_CARD, false)
  const held = tools.hold('check')
  const checking = rig.run('checkdisk')
  await new Promise(setImmediate)
  expect(await codeOf(encrypt('a'))).toBe('10')
  held.release()
  await checking
  tools.encryption = false
  expect(await codeOf(encrypt('a'))).toBe('100')
  tools.encryption = true
  await encrypt('a')
  expect(await codeOf(encrypt('b'))).toBe('140')
  await rig.run('format', 'ext4')
  await rig.run('mount')
  expect(await codeOf(changePassphrase('a', ''))).toBe('120')
  rig.storage.lock(SD_CARD, true)
  expect(await codeOf(changePassphrase('a', 'b'))).toBe('10')
})

test('a snapshot brings back the passphrase that it had', async () => {
  await encryptedCard()
  const snapshot = `${rig.imageOf('snapshot')}.db`
  rig.platform.database.save(snapshot)
  await rig.run('unmount')
  await encryption().decrypt()
  rig.platform.database.restore(snapshot)
  await rig.storage.stateRestored()
  expect(await rig.card()).toMatchObject({ status: 'OK', encryptionenabled: true })
})

test('factory values forget the passphrase, and the card keeps its content', async () => {
  await encryptedCard()
  await rig.storage.mounted(SD_CARD)?.write('a', new Uint8Array(1))
  planRestore(rig.platform.database)
  await rig.shutDown()
  await rig.powerOn()
  expect(await rig.card()).toMatchObject({ status: 'no passphrase', encryptionenabled: false })
  expect(rig.storage.lastJobs()).toEqual([])
  await encryption().encrypt('open sesame')
  await rig.run('mount')
  expect(await rig.storage.mounted(SD_CARD)?.read('a')).toHaveLength(1)
})

test('a device that has forgotten the key of its secrets asks for another passphrase', async () => {
  await encryptedCard()
  await rig.run('unmount')
  rig.platform.database.run(
    `UPDATE records SET value = '{"current":"AAAA"}' WHERE name = 'diskPassphrase'`,
  )
  expect(await rig.run('format', 'ext4')).toMatchObject({
    result: 'ERROR',
    description: 'The passphrase of the device can no longer be read. Set a new one.',
  })
})

test('the passphrase is nowhere in the data folder, in answers or in the log of the bench', async () => {
  const secret = 'correct horse battery staple'
  await encryptedCard(secret)
  await codeOf(encryption().changePassphrase('wrong', `${secret} 2`))
  await encryption().changePassphrase(secret, `${secret} 3`)
  const answers = [await rig.storage.disks(), rig.storage.lastJobs(), rig.benchLog]
  expect(JSON.stringify(answers)).not.toContain('horse')
  const { dataFolder } = rig.platform.plugged
  const files = readdirSync(dataFolder)
  expect(files).toContain('state.db')
  for (const file of files) {
    expect(readFileSync(join(dataFolder, file)).includes('horse'), file).toBe(false)
  }
})

test('a forgotten passphrase is not in the data folder any more, not even sealed', async () => {
  await encryptedCard()
  const stored = () =>
    rig.platform.database.get("SELECT value FROM records WHERE name = 'diskPassphrase'")?.['value']
  const { current } = JSON.parse(String(stored())) as { current: string }
  await rig.run('unmount')
  await encryption().decrypt()
  expect(stored()).toBe('{}')
  const { dataFolder } = rig.platform.plugged
  for (const file of readdirSync(dataFolder)) {
    expect(readFileSync(join(dataFolder, file)).includes(current), file).toBe(false)
  }
})
