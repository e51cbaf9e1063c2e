import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FromDevice } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../state/database.ts'
import { openIntercomSettings } from '../state/intercom-settings.ts'
import { openCallButtonLight } from './call-button-light.ts'

test('the board learns whether the call button is lit while nobody calls, from the start on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-light-'))
  const database = openDatabase(join(folder, 'state.db'))
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const intercomSettings = openIntercomSettings(database)
  const sent: FromDevice[] = []
  const wire = { send: (message: FromDevice) => sent.push(message) }
  const light = openCallButtonLight({ wire, intercomSettings })
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
  await light.stateRestored?.()
  expect(told()).toEqual([false])
  await light.close?.()
  intercomSettings.update({ CallButtonIdleBehavior: 'On' })
  expect(told()).toEqual([])
})
