import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import type { FromDevice } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../../services/testing/test-device.ts'
import { openCallReadiness } from './call-readiness.ts'

test('the bench learns what calls need, with each change', async () => {
  const device = await openTestDevice([])
  onTestFinished(() => device.close())
  const { sipSettings, sipAccounts, phonebook, intercomSettings } = device
  const sent: FromDevice[] = []
  const wire = { send: (one: FromDevice) => void sent.push(one) }
  const readiness = openCallReadiness({
    wire,
    sipSettings,
    sipAccounts,
    phonebook,
    intercomSettings,
  })
  onTestFinished(() => readiness.close?.())
  const told = () =>
    sent.splice(0).map((one) => (one.type === 'callReadiness' ? one.readiness : one))
  await readiness.start?.()
  expect(told()).toEqual([{ sip: false, incoming: false, autoAnswer: true, button: false }])
  sipSettings.setConfiguration({ SIPEnabled: true, AllowIncomingCalls: true })
  expect(told()).toEqual([{ sip: true, incoming: true, autoAnswer: true, button: false }])
  sipSettings.setConfiguration({ SIPEnabled: true, AllowIncomingCalls: true, CallingTimeout: 30 })
  expect(told()).toEqual([])
  const call = { type: 'SIP', address: 'sip:ada@192.0.2.1', accountid: '', scheduleIds: [] }
  phonebook.set(
    [
      { id: 'ada', type: 'Person', firstName: 'Ada', callInformation: [call] },
      { id: CALL_BUTTON_RULE, type: 'Rule', label: 'Bell', childIds: ['ada'] },
    ] as never,
    () => {},
  )
  expect(told()).toEqual([{ sip: true, incoming: true, autoAnswer: true, button: true }])
  phonebook.remove(['ada'])
  expect(told()).toEqual([{ sip: true, incoming: true, autoAnswer: true, button: false }])
})
