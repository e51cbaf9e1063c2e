import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listParameters } from '@lintel/contract/calls/parameters'
import { productCalled } from '@lintel/contract/products/products'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { definitionsOf } from '../products/definitions.ts'
import { DYNAMIC_GROUPS } from '../products/dynamic-groups.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { openParameters } from './parameters.ts'
import type { Parameters } from './parameters.ts'

const ADMIN = ['admin', 'operator', 'viewer']
const NAME = 'root.Network.HostName'

let now: number
let full: boolean
let folder: string
let database: Database
let parameters: Parameters

function treeIn(opened: Database): Parameters {
  const facts = {
    serial: 'AECC8E012345',
    lease: () => undefined,
    place: () => ({ address: '127.0.0.1', subnetMask: '255.0.0.0', broadcast: '127.255.255.255' }),
    ipv6: () => [],
    rtspPort: () => 554,
    rootPasswordSet: () => false,
    now: () => now,
  }
  const definitions = definitionsOf(productCalled('A8307-E'))
  return openParameters(opened, definitions, facts, DYNAMIC_GROUPS)
}

beforeEach(() => {
  now = Date.parse('2026-11-20T13:07:32Z')
  full = false
  folder = mkdtempSync(join(tmpdir(), 'lintel-lists-'))
  database = openDatabase(join(folder, 'state.db'), { diskFull: () => full })
  parameters = treeIn(database)
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

function textOf(from: Parameters, groups: string[] = [], caller = ADMIN): string {
  const list = from.list(groups, caller)
  const text = new TextDecoder().decode(listParameters.format.encoded?.(list))
  expect(text).toBe(listParameters.format.encode(list))
  return text
}

/** The list of a tree that has just read the database. */
const anew = (groups?: string[]): string => textOf(treeIn(database), groups)

test('a list that was asked for before has the live values of the moment', async () => {
  const before = textOf(parameters)
  expect(before).toContain('root.Time.ServerTime=14:07:32\n')
  now += 1000
  await new Promise(setImmediate)
  expect(textOf(parameters)).toBe(before.replace('14:07:32', '14:07:33'))
  expect(textOf(parameters, ['Time.ServerTime'])).toBe('root.Time.ServerTime=14:07:33\n')
})

test('it has what has been stored since', () => {
  const groups = ['Network', 'Gone', 'StreamProfile']
  const list = () => textOf(parameters, groups)
  const same = () => {
    expect(list()).toBe(anew(groups))
    return list()
  }
  const [first, everything] = [same(), textOf(parameters)]
  parameters.update({ [NAME]: 'gate' }, ADMIN)
  expect(same()).toContain('root.Network.HostName=gate\n')
  database.save(join(folder, 'copy.db'))
  const own = { 'root.StreamProfile.S.Name': 'own' }
  const member = parameters.add('streamprofile', 'root.StreamProfile', own, ADMIN)
  expect(same()).toContain(`root.StreamProfile.${member}.Name=own\n`)
  parameters.remove([`root.StreamProfile.${member}`], ADMIN)
  expect(same()).not.toContain('=own')
  parameters.set({ [NAME]: 'yard' })
  expect(same()).toContain('=yard')
  database.restore(join(folder, 'copy.db'))
  expect(same()).toContain('=gate')
  parameters.update({ [NAME]: parameters.factory(NAME) }, ADMIN)
  expect(same()).toBe(first)
  expect(textOf(parameters)).toBe(everything)
})

test('it has what is on trial, and no longer once that is dropped', () => {
  const before = textOf(parameters)
  parameters.attempt({ [NAME]: 'gate' }, ADMIN, () => {})
  const trial = textOf(parameters)
  expect(trial).toContain('root.Network.HostName=gate\n')
  parameters.dropAttempt()
  expect(textOf(parameters)).toBe(before)
  parameters.attempt({ [NAME]: 'gate' }, ADMIN, () => {})
  parameters.commitAttempt(() => {})
  expect(textOf(parameters)).toBe(trial)
  expect(anew()).toBe(trial)
})

test('it has nothing of a change that could not be stored', async () => {
  const before = textOf(parameters)
  const sharing = database.share(() => {
    parameters.update({ [NAME]: 'gate' }, ADMIN)
    expect(textOf(parameters)).toContain('=gate')
    throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
  })
  await expect(sharing).rejects.toThrow('no storage left')
  expect(textOf(parameters)).toBe(before)
})

test('each role has its own, and secrets are stars in it', () => {
  parameters.set({ 'root.RemoteService.ProxyPassword': 'geheim' })
  const admin = textOf(parameters)
  expect(admin).toContain('root.RemoteService.ProxyPassword=******\n')
  const viewer = textOf(parameters, [], ['viewer'])
  expect(viewer).not.toContain('RemoteService')
  expect(textOf(parameters, [], [])).toBe('')
  expect(textOf(parameters)).toBe(admin)
  expect(textOf(parameters, [], ['ptz', 'viewer'])).toBe(viewer)
})

test('any number of different lists can be asked for', () => {
  const all = textOf(parameters)
  for (let turn = 0; turn < 200; turn += 1) {
    const text = textOf(parameters, ['Brand.Brand', `Gone${turn}`])
    expect(text).toContain('root.Brand.Brand=')
    expect(text).toContain(`'Gone${turn}'`)
  }
  expect(textOf(parameters)).toBe(all)
})
