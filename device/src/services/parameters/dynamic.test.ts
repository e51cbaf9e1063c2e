import { addParameterGroup, removeParameterGroup } from '@lintel/contract/calls/parameters'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { parameterService } from './parameters.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([parameterService])
  device.makeAccounts()
})
afterEach(() => device.close())

const call = (query: string, as = 'oper') =>
  device.text(`/axis-cgi/param.cgi?action=${query}`, { as })
const add = (values = '', as = 'oper') =>
  call(`add&template=streamprofile&group=StreamProfile${values}`, as)
const list = () => call('list&group=StreamProfile')

test('a stream profile is added with its values, numbered, listed, set and removed, as documented', async () => {
  const parameters = encodeURIComponent('resolution=640x480&fps=5')
  expect(await add(`&StreamProfile.S.Name=hall&StreamProfile.S.Parameters=${parameters}`)).toBe(
    'S0 OK\n',
  )
  expect(await add('&force=yes')).toBe('S1 OK\n')
  expect(await list()).toBe(
    [
      'root.StreamProfile.MaxGroups=26',
      'root.StreamProfile.S0.Description=',
      'root.StreamProfile.S0.Name=hall',
      'root.StreamProfile.S0.Parameters=resolution=640x480&fps=5',
      'root.StreamProfile.S1.Description=',
      'root.StreamProfile.S1.Name=',
      'root.StreamProfile.S1.Parameters=',
      '',
    ].join('\n'),
  )
  expect(await call('update&StreamProfile.S1.Name=yard')).toBe('OK\n')
  expect(await call('remove&group=StreamProfile.S0')).toBe('OK\n')
  expect(await call('list&group=StreamProfile.*.Name')).toBe('root.StreamProfile.S1.Name=yard\n')
  expect(await add()).toBe('S0 OK\n')
  expect(addParameterGroup.format.decode('S4 OK')).toBe('S4')
})

test('an added member notifies the consoles and has definitions with its rights', async () => {
  const areas: unknown[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  await add()
  await call('remove&group=StreamProfile.S0')
  expect(areas).toEqual(['parameters', 'parameters'])
  await add()
  expect(await call('listdefinitions&listformat=xmlschema&group=StreamProfile.S0.Name')).toContain(
    '<parameter name="Name" value="" securityLevel="4414" niceName="Name">',
  )
})

test('an invalid value adds nothing, an unknown member removes nothing', async () => {
  expect(await add('&StreamProfile.S.Name=hall&StreamProfile.S.Colour=red')).toBe(
    "# Request failed: Error setting 'root.StreamProfile.S.Colour' to 'red'!\n",
  )
  expect(await add('&StreamProfile.S3.Name=hall')).toMatch(/^# Request failed: /)
  expect(await call('add&template=streamprofile&group=Network')).toMatch(/^# Request failed: /)
  expect(await list()).toBe('root.StreamProfile.MaxGroups=26\n')
  await add()
  for (const group of [
    'StreamProfile.S0,StreamProfile.S7',
    'Network',
    'StreamProfile',
    'Image.I0',
  ]) {
    const answer = await call(`remove&group=${group}`)
    expect(removeParameterGroup.format.faultIn(answer), group).toBeDefined()
  }
  expect(await list()).toContain('root.StreamProfile.S0.Name=\n')
})

test('viewers can neither add nor remove members', async () => {
  await add()
  for (const query of [
    'add&template=streamprofile&group=StreamProfile',
    'remove&group=StreamProfile.S0',
  ]) {
    const answer = await device.fetch(`/axis-cgi/param.cgi?action=${query}`, { as: 'view' })
    expect(answer.status).toBe(403)
  }
  expect(await list()).toContain('root.StreamProfile.S0.Name=\n')
  expect(await list()).not.toContain('S1')
})

test('the number of members is limited', async () => {
  for (let number = 0; number < 26; number += 1) expect(await add()).toBe(`S${number} OK\n`)
  expect(await add()).toBe("# Request failed: No more room in 'root.StreamProfile'.\n")
})
