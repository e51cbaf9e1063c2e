import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeOwnCertificate } from '../certificates/make.ts'
import { openCertificateStore } from './certificate-store.ts'
import { openDatabase } from './database.ts'
import { ownCertificate } from './own-certificate.ts'
import { openSecretBox } from './secret-box.ts'

const NOW = Date.UTC(2026, 10, 20)
const ADDRESS = '192.0.2.7'

function openStore() {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-own-'))
  const database = openDatabase(join(folder, 'state.db'))
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const store = openCertificateStore(database, openSecretBox(join(folder, 'secrets.key')))
  return {
    store,
    own: ownCertificate(
      store,
      () => ['gate'],
      () => NOW,
    ),
  }
}

test('it is generated once per address, always with the same key', async () => {
  const { own } = openStore()
  expect(own.current()).toBeUndefined()
  const first = await own.validAt(ADDRESS)
  expect(await own.validAt(ADDRESS)).toEqual({ ...first, factory: true })
  const moved = await own.validAt('192.0.2.8')
  expect(moved.cert).not.toBe(first.cert)
  expect(moved.key).toBe(first.key)
})

test('one that was loaded in its place while it was being generated is not overwritten', async () => {
  const { own, store } = openStore()
  const others = { hostName: 'other', others: [], now: NOW }
  const loaded = await makeOwnCertificate(others)
  const generating = own.validAt(ADDRESS)
  store.put([{ id: 'device', kind: 'own', ...loaded, factory: false }])
  expect((await generating).cert).toBe(loaded.cert)
  expect(store.find('device')?.cert).toBe(loaded.cert)
})
