import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCertificateStore } from './certificate-store.ts'
import { openDatabase } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { openSecretBox } from './secret-box.ts'

const KEY = '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n'

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-certificates-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a key stored in the clear by older software is sealed, and gone from the file', () => {
  const folder = folderOfTest()
  const path = join(folder, 'state.db')
  const before = openDatabase(path, { migrations: MIGRATIONS.slice(0, 4) })
  before.run("INSERT INTO certificates VALUES ('device', 'the certificate', ?)", KEY)
  before.close()
  const holdsKey = () =>
    [path, `${path}-wal`].some(
      (file) => existsSync(file) && readFileSync(file).includes('c2VjcmV0'),
    )
  expect(holdsKey()).toBe(true)

  const database = openDatabase(path)
  const store = openCertificateStore(database, openSecretBox(join(folder, 'secrets.key')))
  const own = { id: 'device', kind: 'own', cert: 'the certificate', key: KEY, factory: true }
  expect(store.all()).toEqual([own])
  expect(holdsKey()).toBe(false)
  database.close()
})

test("a key sealed by another device can't be opened", () => {
  const folder = folderOfTest()
  const database = openDatabase(join(folder, 'state.db'))
  const own = { id: 'a', kind: 'own', cert: 'x', key: KEY, factory: false } as const
  openCertificateStore(database, openSecretBox(join(folder, 'one.key'))).put([own])
  const other = openCertificateStore(database, openSecretBox(join(folder, 'other.key')))
  expect(other.find('a')).toEqual({ ...own, key: undefined })
  database.close()
})

test('a list is stored completely or not at all, keeps the order, and notifies subscribers', () => {
  const folder = folderOfTest()
  let full = false
  const database = openDatabase(join(folder, 'state.db'), { diskFull: () => full })
  const store = openCertificateStore(database, openSecretBox(join(folder, 'secrets.key')))
  let notifications = 0
  store.subscribe(() => (notifications += 1))
  const authority = { kind: 'authority', cert: 'x', key: undefined, factory: false } as const
  store.put([
    { id: 'b', ...authority },
    { id: 'a', ...authority },
  ])
  store.put([{ id: 'b', ...authority, cert: 'y' }])
  expect(store.all().map(({ id, cert }) => `${id} ${cert}`)).toEqual(['b y', 'a x'])
  full = true
  expect(() => store.remove(['a'])).toThrow('no storage left')
  full = false
  expect(store.all()).toHaveLength(2)
  store.remove(['a', 'b'])
  expect(store.all()).toEqual([])
  expect(notifications).toBe(3)
  database.close()
})
