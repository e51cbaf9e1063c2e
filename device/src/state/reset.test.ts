import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitionsOf } from '../products/definitions.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { finishRestore, planRestore } from './reset.ts'

let folder: string
let database: Database
const definitions = definitionsOf(productCalled('A8307-E'))

const open = (diskFull = () => false) => openDatabase(join(folder, 'state.db'), { diskFull })
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-reset-'))
  database = open()
  database.tx(() => {
    const parameters = {
      'root.Network.BootProto': 'none',
      'root.Network.IPAddress': '10.1.2.3',
      'root.Network.HostName': 'front-gate',
      'root.StreamProfile.S0.Name': 'mine',
    }
    for (const [name, value] of Object.entries(parameters)) {
      database.run('INSERT INTO parameters (name, value) VALUES (?, ?)', name, value)
    }
    database.run(
      "INSERT INTO accounts (name, comment, groups, digests) VALUES ('root', '', '', 'digest-of-root')",
    )
    database.run(
      "INSERT INTO onvif_accounts (name, level, password) VALUES ('nvr', 'User', 'sealed')",
    )
    database.run("INSERT INTO client_notes (category, key, value) VALUES ('a', 'b', 'c')")
    for (const [id, factory] of [
      ['device', 1],
      ['bought', 0],
    ] as const) {
      database.run(
        "INSERT INTO certificates (name, kind, certificate, private_key, factory) VALUES (?, 'own', '', '', ?)",
        id,
        factory,
      )
    }
  })
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const count = (table: string) => Number(database.get(`SELECT count(*) AS n FROM ${table}`)?.['n'])
const names = (sql: string) => database.all(sql).map(({ name }) => String(name))

test('a restore keeps the IP settings and the device’s own certificate, and nothing else (MAINT-03, DEVICE-42)', () => {
  planRestore(database)
  // Nothing changes before the next start.
  expect(count('accounts')).toBe(1)
  expect(finishRestore(database, definitions)).toBe(true)
  expect(names('SELECT name FROM parameters ORDER BY name')).toEqual([
    'root.Network.BootProto',
    'root.Network.IPAddress',
  ])
  expect(names('SELECT name FROM certificates')).toEqual(['device'])
  for (const table of ['accounts', 'onvif_accounts', 'client_notes', 'records', 'sessions']) {
    expect(count(table), table).toBe(0)
  }
  expect(finishRestore(database, definitions)).toBe(false)
})

test('what a restore removed is in no file any more, while the device runs on', () => {
  const holding = () =>
    readdirSync(folder).filter((name) =>
      readFileSync(join(folder, name)).includes('digest-of-root'),
    )
  expect(holding()).not.toEqual([])
  planRestore(database)
  finishRestore(database, definitions)
  expect(holding()).toEqual([])
})

test('a restore on a full disk changes nothing and runs at the next start', () => {
  planRestore(database)
  database.close()
  database = open(() => true)
  expect(() => finishRestore(database, definitions)).toThrow('no storage left')
  expect([count('accounts'), count('parameters')]).toEqual([1, 4])
  database.close()
  database = open()
  expect(finishRestore(database, definitions)).toBe(true)
  expect(count('accounts')).toBe(0)
})

test('without a planned restore nothing changes', () => {
  expect(finishRestore(database, definitions)).toBe(false)
  expect([count('accounts'), count('parameters'), count('certificates')]).toEqual([1, 4, 2])
})
