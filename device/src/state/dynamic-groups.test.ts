import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import { expect, onTestFinished, test } from 'vitest'
import { DYNAMIC_GROUPS } from '../products/dynamic-groups.ts'
import { streamProfilesGroup } from '../products/groups/camera.ts'
import { openDatabase } from './database.ts'
import { openParameters } from './parameters.ts'

const ADMIN = ['admin', 'operator', 'viewer']
let full = false

function openTree(folder = mkdtempSync(join(tmpdir(), 'lintel-dynamic-'))) {
  const database = openDatabase(join(folder, 'state.db'), { diskFull: () => full })
  const facts = {
    serial: 'AECC8E012345',
    lease: () => undefined,
    place: () => ({ address: '127.0.0.1', subnetMask: '255.0.0.0', broadcast: '127.255.255.255' }),
    ipv6: () => [],
    rootPasswordSet: () => false,
    now: () => 0,
  }
  const parameters = openParameters(database, streamProfilesGroup(), facts, DYNAMIC_GROUPS)
  onTestFinished(() => {
    full = false
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const add = (name: string) =>
    parameters.add(
      'streamprofile',
      'root.StreamProfile',
      { 'root.StreamProfile.S.Name': name },
      ADMIN,
    )
  const names = () => Array.from(parameters.list(['StreamProfile.*.Name'], ADMIN).values.values())
  return { folder, database, parameters, add, names }
}

test('members survive a restart, empty ones too', () => {
  const first = openTree()
  first.add('hall')
  first.add('')
  first.parameters.update({ 'root.StreamProfile.S0.Description': 'The hall' }, ADMIN)
  const second = openTree(first.folder)
  expect(second.names()).toEqual(['hall', ''])
  expect(second.parameters.get('root.StreamProfile.S0.Description')).toBe('The hall')
  second.parameters.remove(['root.StreamProfile.S0'], ADMIN)
  expect(openTree(first.folder).names()).toEqual([''])
})

test('a caller without the right to manage a group can neither add nor remove members', () => {
  const { parameters, add, names } = openTree()
  add('hall')
  const viewer = ['viewer']
  expect(() => parameters.add('streamprofile', 'root.StreamProfile', {}, viewer)).toThrow(Refusal)
  expect(() => {
    parameters.remove(['root.StreamProfile.S0'], viewer)
  }).toThrow(Refusal)
  expect(names()).toEqual(['hall'])
})

test('with a full disk nothing is added or removed', () => {
  const { parameters, add, names } = openTree()
  add('hall')
  full = true
  expect(() => add('yard')).toThrow(Refusal)
  expect(() => {
    parameters.remove(['root.StreamProfile.S0'], ADMIN)
  }).toThrow(Refusal)
  expect(names()).toEqual(['hall'])
  full = false
  expect(add('yard')).toBe('S1')
})

test('restoring a snapshot restores its members, removes later ones, and notifies', () => {
  const { folder, database, parameters, add, names } = openTree()
  add('hall')
  database.save(join(folder, 'snapshot.db'))
  parameters.remove(['root.StreamProfile.S0'], ADMIN)
  add('other')
  add('yard')
  const notified: string[] = []
  parameters.subscribe('root.StreamProfile', (changed) => notified.push(...changed))
  database.restore(join(folder, 'snapshot.db'))
  expect(names()).toEqual(['hall'])
  expect(notified.toSorted()).toEqual([
    'root.StreamProfile.S0.Name',
    'root.StreamProfile.S1.Description',
    'root.StreamProfile.S1.Name',
    'root.StreamProfile.S1.Parameters',
  ])
})

test('a product without the group’s parent has no members', () => {
  const { database } = openTree()
  const parameters = openParameters(
    database,
    [],
    {
      serial: 'AECC8E012345',
      lease: () => undefined,
      place: () => ({ address: '127.0.0.1', subnetMask: '', broadcast: '' }),
      ipv6: () => [],
      rootPasswordSet: () => false,
      now: () => 0,
    },
    DYNAMIC_GROUPS,
  )
  expect(() => parameters.add('streamprofile', 'root.StreamProfile', {}, ADMIN)).toThrow(Refusal)
})
