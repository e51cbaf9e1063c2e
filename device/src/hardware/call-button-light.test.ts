import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FromDevice } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../state/database.ts'
import { openIntercomSettings } from '../state/intercom-settings.ts'
import { openCallButtonLight } from './call-button-light.ts'

test('the board learns whether the call button is lit while nobody calls, which can depend on the light', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-light-'))
  const database = openDatabase(join(folder, 'state.db'))
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const intercomSettings = openIntercomSettings(database)
  const sent: FromDevice[] = []
  const wire = { send: (message: FromDevice) => sent.push(message) }
  const light = openCallButtonLight({ wire, intercomSettings, plugged: { world: {} } })
  const told = () =>
    sent.splice(0).map((one) => (one.type === 'callButtonLight' ? one.idle : undefined))
  await light.start?.()
  expect(told()).toEqual([true])
  for (const [value, lit] of [
    ['Off', false],
    ['On', true],
    ['Off', false],
  ] as const) {
    intercomSettings.update({ CallButtonIdleBehavior: value })
    expect(told(), value).toEqual([lit])
  }
  light.worldChanged({ lux: 3 })
  expect(told(), 'off in the dark, too').toEqual([])
  intercomSettings.update({ CallButtonIdleBehavior: 'Automatic' })
  expect(told()).toEqual([true])
  for (const [lux, lit] of [
    [10_000, [false]],
    [200, []],
    [49, [true]],
    [0, []],
    [10_000, [false]],
    // Nobody measures the light.
    [null, [true]],
  ] as const) {
    light.worldChanged({ lux })
    expect(told(), String(lux)).toEqual(lit)
  }
  intercomSettings.update({ CallButtonIdleBehavior: 'Off' })
  expect(told()).toEqual([false])
  await light.stateRestored?.()
  expect(told()).toEqual([false])
  await light.close?.()
  intercomSettings.update({ CallButtonIdleBehavior: 'On' })
  expect(told()).toEqual([])
})
