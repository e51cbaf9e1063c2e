import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DYNAMIC_GROUPS } from '../products/dynamic-groups.ts'
import { streamProfilesGroup } from '../products/groups/camera.ts'
import { MAX_CLIPS, mediaClipGroups } from '../products/groups/media-clips.ts'
import { openDatabase } from './database.ts'
import { openParameters } from './parameters.ts'
import type { Parameters } from './parameters.ts'

const ADMIN = ['admin', 'operator', 'viewer']
let full = false

const FACTS = {
  serial: 'AECC8E012345',
  lease: () => undefined,
  place: () => ({ address: '127.0.0.1', subnetMask: '255.0.0.0', broadcast: '127.255.255.255' }),
  ipv6: () => [],
  rtspPort: () => 554,
  rootPasswordSet: () => false,
  now: () => 0,
}

function openTree(folder = mkdtempSync(join(tmpdir(), 'lintel-dynamic-'))) {
  const database = openDatabase(join(folder, 'state.db'), { diskFull: () => full })
  const parameters = openParameters(database, streamProfilesGroup(), FACTS, DYNAMIC_GROUPS)
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
      rtspPort: () => 554,
      rootPasswordSet: () => false,
      now: () => 0,
    },
    DYNAMIC_GROUPS,
  )
  expect(() => parameters.add('streamprofile', 'root.StreamProfile', {}, ADMIN)).toThrow(Refusal)
})

describe('members that only the device itself manages', () => {
  function openClipTree(folder = mkdtempSync(join(tmpdir(), 'lintel-dynamic-'))) {
    const database = openDatabase(join(folder, 'state.db'))
    onTestFinished(() => {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    })
    return {
      folder,
      parameters: openParameters(database, mediaClipGroups(), FACTS, DYNAMIC_GROUPS),
    }
  }
  const add = (parameters: Parameters, Name: string) =>
    parameters.addOwn('mediaclip', 'root.MediaClip', { Name, Location: `/etc/${Name}` })
  const namesOf = (parameters: Parameters) =>
    Array.from(parameters.list(['root.MediaClip.*.Name'], ADMIN).values.values())

  test('follow those of the product, whose values are no members', () => {
    const { folder, parameters } = openClipTree()
    expect([add(parameters, 'bell'), add(parameters, 'gong')]).toEqual([3, 4])
    parameters.set({ 'root.MediaClip.M0.Name': 'Door' })
    expect(namesOf(parameters)).toEqual(['Door', 'Attention', 'Alarm', 'bell', 'gong'])
    parameters.removeOwn('root.MediaClip.M3')
    expect(namesOf(parameters)).toEqual(['Door', 'Attention', 'Alarm', 'gong'])
    expect(add(parameters, 'horn')).toBe(3)
    expect(namesOf(parameters)).toEqual(['Door', 'Attention', 'Alarm', 'horn', 'gong'])
    // The next start reads both kinds of values, and lists each once.
    const next = openClipTree(folder).parameters
    const names = next.describe(['root.MediaClip.*.Name'], ADMIN).map(({ name }) => name)
    expect(names).toEqual([0, 1, 2, 3, 4].map((number) => `root.MediaClip.M${number}.Name`))
    expect(namesOf(next)).toEqual(namesOf(parameters))
  })

  test('are at most as many as the group holds, with texts that its parameters accept', () => {
    const { parameters } = openClipTree()
    for (let number = 3; number < MAX_CLIPS; number += 1) add(parameters, 'bell')
    expect(() => add(parameters, 'gong')).toThrow('No more room')
    parameters.removeOwn('root.MediaClip.M5')
    expect(() => add(parameters, 'a\nb')).toThrow(Refusal)
    expect(() => parameters.addOwn('mediaclip', 'root.MediaClip', { Colour: 'red' })).toThrow(
      Refusal,
    )
    expect(add(parameters, 'gong')).toBe(5)
  })

  test('can be added and removed by no caller', () => {
    const { parameters } = openClipTree()
    add(parameters, 'bell')
    expect(() => parameters.add('mediaclip', 'root.MediaClip', {}, ADMIN)).toThrow('No right')
    expect(() => parameters.remove(['root.MediaClip.M3'], ADMIN)).toThrow('No right')
    expect(() => parameters.remove(['root.MediaClip.M0'], ADMIN)).toThrow('no such group')
    const [bell] = parameters.describe(['root.MediaClip.M3.Name'], ADMIN)
    expect(bell?.securityLevel).toBe('7714')
  })
})
