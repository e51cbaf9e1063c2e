import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'
import { expect, test } from 'vitest'
import { groupsOf, isFixed, isSecret, nameOf } from './groups.ts'

const parameter = (name: string, overrides: Partial<ParameterDefinition> = {}) => ({
  name: `root.${name}`,
  value: '',
  securityLevel: '7766',
  niceName: '',
  type: { kind: 'string' as const, maxlen: 64 },
  marks: [],
  ...overrides,
})

const ALL = [
  parameter('Network.HostName', { niceName: 'Host name' }),
  parameter('Network.IPv6.Enabled'),
  parameter('Time.SyncSource', { niceName: 'Time source' }),
  parameter('Network.Late'),
  parameter('Secret.Thing', { marks: ['hidden'] }),
]

const names = (query: string) =>
  groupsOf(ALL, query).map(({ name, parameters }) => [name, parameters.map(nameOf)])

test('parameters are grouped by their first group in the device’s order, without hidden ones', () => {
  expect(names('')).toEqual([
    ['Network', ['Network.HostName', 'Network.IPv6.Enabled', 'Network.Late']],
    ['Time', ['Time.SyncSource']],
  ])
})

test('every part of the query must be in the name or the label', () => {
  expect(names('host NAME')).toEqual([['Network', ['Network.HostName']]])
  expect(names('root.network.ipv6')).toEqual([['Network', ['Network.IPv6.Enabled']]])
  expect(names('network source')).toEqual([])
})

test('pinned parameters stay in place whatever the query', () => {
  const pinned = new Set(['root.Time.SyncSource', 'root.Secret.Thing'])
  expect(groupsOf(ALL, 'late', pinned).flatMap(({ parameters }) => parameters.map(nameOf))).toEqual(
    ['Time.SyncSource', 'Network.Late'],
  )
})

test('parameters that only the device changes are read-only, and secrets have no value', () => {
  expect(isFixed(parameter('A', { marks: ['readonly'] }))).toBe(true)
  expect(isFixed(parameter('A', { securityLevel: '7717' }))).toBe(true)
  expect(isFixed(parameter('A'))).toBe(false)
  expect(isSecret(parameter('A', { type: { kind: 'password', maxlen: 64 } }))).toBe(true)
  expect(isSecret(parameter('A', { marks: ['writeonly'] }))).toBe(true)
  expect(isSecret(parameter('A'))).toBe(false)
})
