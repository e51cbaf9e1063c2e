import { expect, test } from 'vitest'
import { openParameterVersions } from './parameter-versions.ts'

const HOST_NAME = 'root.Network.HostName'

test('a version is current until something in the same group changes', () => {
  const versions = openParameterVersions()
  const read = versions.current()
  versions.changed(['root.SNMP.Enabled'])
  expect(versions.isCurrent(read, [HOST_NAME])).toBe(true)
  versions.changed(['root.Network.Bonjour.Enabled'])
  expect(versions.isCurrent(read, [HOST_NAME])).toBe(false)
  expect(versions.isCurrent(read, ['root.Time.SyncSource', HOST_NAME])).toBe(false)
  expect(versions.isCurrent(versions.current(), [HOST_NAME])).toBe(true)
})

test.each(['', 'none', '.0', 'x.1', '7'])('%j is not a version of this tree', (version) => {
  expect(openParameterVersions().isCurrent(version, [HOST_NAME])).toBe(false)
})

test('a version from before a restart, or from the future, is not current', () => {
  const versions = openParameterVersions()
  expect(versions.isCurrent(openParameterVersions().current(), [HOST_NAME])).toBe(false)
  expect(versions.isCurrent(versions.current().replace(/\d+$/, '9'), [HOST_NAME])).toBe(false)
})
