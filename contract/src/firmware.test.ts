import { expect, test } from 'vitest'
import { firmwareOf, hasCall, isOlder } from './firmware.ts'

const firmwareFrom = (version: string, own = false) =>
  firmwareOf(
    new Map([
      ['root.Properties.Firmware.Version', version],
      ...(own ? [['root.Properties.API.Lintel.Version', '1'] as const] : []),
    ]),
  )

test('services have their public names from 10.5 on', () => {
  const names = ['9.80.3', '10.4', '10.5.0', '10.12.1', '12.11.77', ''].map(
    (version) => firmwareFrom(version).publicNames,
  )
  expect(names).toEqual([false, false, true, true, true, false])
})

test('our own firmware has the names of the specification, whatever its version', () => {
  expect(firmwareFrom('12.0.0', true).publicNames).toBe(false)
})

test('calls are gone from the version that dropped them; firmware without a version has all', () => {
  const notes = { id: 'clientnotes.set' }
  expect(hasCall(firmwareFrom('9.80.3'), notes)).toBe(true)
  expect(hasCall(firmwareFrom('12.11.77'), notes)).toBe(false)
  expect(hasCall(firmwareFrom('12.11.77'), { id: 'clientnotesque' })).toBe(true)
  expect(hasCall(firmwareFrom('12.11.77', true), notes)).toBe(true)
  expect(hasCall(firmwareOf(new Map()), notes)).toBe(true)
})

test('calls of our own design exist only where they are announced', () => {
  const trial = { id: 'trial.start', own: true as const }
  expect(hasCall(firmwareFrom('9.80.3'), trial)).toBe(false)
  expect(hasCall(firmwareFrom('9.80.3', true), trial)).toBe(true)
})

test('versions are compared part by part, as numbers', () => {
  for (const [older, newer] of [
    ['9.80.3', '9.80.4'],
    ['9.80.3', '10.1'],
    ['9.9.9', '9.80'],
    ['9.80', '9.80.1'],
  ] as const) {
    expect([isOlder(older, newer), isOlder(newer, older)]).toEqual([true, false])
  }
  expect([isOlder('9.80.3', '9.80.3'), isOlder('9.80', '9.80.0')]).toEqual([false, false])
})

test('a call is lacking by its path, or alone', () => {
  const call = { id: 'x.set', path: '/x' }
  const known = { ...firmwareFrom('9.80.3'), lacks: new Set(['/x']) }
  expect(hasCall(known, call)).toBe(false)
  expect(hasCall(known, { ...call, path: '/y' })).toBe(true)
  expect(hasCall({ ...known, lacks: new Set(['x.set']) }, call)).toBe(false)
  expect(hasCall({ ...known, lacks: new Set(['x.set']) }, { ...call, id: 'x.get' })).toBe(true)
})
