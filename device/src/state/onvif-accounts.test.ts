import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { openOnvifAccounts } from './onvif-accounts.ts'
import type { OnvifAccounts } from './onvif-accounts.ts'
import { openSecretBox } from './secret-box.ts'

let folder: string
let database: Database
let accounts: OnvifAccounts
let full = false

function open(key = 'secrets.key'): void {
  database = openDatabase(join(folder, 'state.db'), { diskFull: () => full })
  accounts = openOnvifAccounts(database, openSecretBox(join(folder, key)))
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-onvif-'))
  full = false
  open()
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const NVR = { name: 'nvr', level: 'Operator', password: 'secret-of-nvr' } as const
const GUEST = { name: 'guest', level: 'User', password: 'secret-of-guest' } as const

test('accounts survive a restart, in order and with their passwords', () => {
  accounts.add([NVR, GUEST])
  accounts.update([{ name: 'nvr', level: 'Administrator' }])
  database.close()
  open()
  expect(accounts.all()).toEqual([
    { name: 'nvr', level: 'Administrator' },
    { name: 'guest', level: 'User' },
  ])
  expect(accounts.credentials('nvr')).toEqual({ password: 'secret-of-nvr', groups: ['admin'] })
  expect(accounts.credentials('guest')).toEqual({ password: 'secret-of-guest', groups: ['viewer'] })
  expect(accounts.credentials('who')).toBeUndefined()
})

test('no file of the database holds a password', () => {
  accounts.add([NVR])
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  expect(files.length).toBeGreaterThan(1)
  expect(files.join('')).toContain('nvr')
  expect(files.join('')).not.toContain('secret-of')
})

test('a list with a taken name, or on a full disk, changes nothing', () => {
  accounts.add([NVR])
  const before = accounts.revision()
  expect(() => {
    accounts.add([GUEST, NVR])
  }).toThrow()
  full = true
  expect(() => {
    accounts.add([GUEST])
  }).toThrow('The device has no storage left.')
  expect(accounts.all()).toEqual([{ name: 'nvr', level: 'Operator' }])
  expect(accounts.revision()).toBe(before)
})

test('accounts in a snapshot of another device need new passwords', () => {
  accounts.add([NVR])
  database.close()
  open('another.key')
  expect(accounts.all()).toEqual([{ name: 'nvr', level: 'Operator' }])
  expect(accounts.credentials('nvr')).toBeUndefined()
  accounts.update([{ name: 'nvr', level: 'Operator', password: 'new' }])
  expect(accounts.credentials('nvr')).toEqual({ password: 'new', groups: ['operator'] })
})

test('every change and every restore notifies and has a new revision', () => {
  const revisions: string[] = []
  const end = accounts.subscribe(() => revisions.push(accounts.revision()))
  accounts.add([NVR])
  database.save(join(folder, 'snapshot.db'))
  accounts.remove(['nvr'])
  database.restore(join(folder, 'snapshot.db'))
  expect(accounts.find('nvr')).toEqual({ name: 'nvr', level: 'Operator' })
  expect(accounts.credentials('nvr')?.password).toBe('secret-of-nvr')
  end()
  accounts.remove(['nvr'])
  expect(revisions).toHaveLength(3)
  expect(revisions[2]).toBe(revisions[0])
  expect(new Set(revisions).size).toBe(2)
})
