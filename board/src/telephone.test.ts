import { createClient } from '@lintel/contract/client'
import { getCallLog, getSipLadder } from '@lintel/contract/calls/call-log'
import { addDtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { getSipConfiguration, setSipConfiguration } from '@lintel/contract/calls/sip'
import { addUser } from '@lintel/contract/calls/users'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { digestFetch } from '@lintel/front-door/digest-client'
import { expect, test } from 'vitest'
import { boardRig } from './testing/rig.ts'
import { builtDevice } from './testing/built.ts'

const ROOT = { user: 'root', password: 'pass word 1' }

/** A real device that takes calls, with an administrator. */
async function openStation() {
  const rig = await boardRig(await builtDevice())
  const { board, http } = rig
  await board.setPower('on')
  const sgrp = 'admin:operator:viewer:ptz'
  const root = { user: ROOT.user, pwd: ROOT.password, grp: 'root', sgrp }
  await createClient({ base: http }).call(addUser, root)
  const device = createClient({ base: http, fetch: digestFetch(ROOT) })
  const SIPConfiguration = { SIPEnabled: true, AllowIncomingCalls: true }
  await device.call(setSipConfiguration, { SIPConfiguration })
  const { SIPConfiguration: read } = await device.call(getSipConfiguration, {})
  return {
    board,
    device,
    uri: `sip:127.0.0.1:${read.SIPPort}`,
    /** The first call that is going on, once there is one in this state. */
    async call(state: 'active') {
      await expect.poll(() => board.state().calls[0]?.state, { timeout: 10_000 }).toBe(state)
      const [call] = board.state().calls
      if (!call) throw new Error('no call')
      return call
    },
    /** Makes the call button ring an address. */
    async ringsAt(address: string) {
      await device.call(setPhonebookEntries, {
        phonebookEntries: [
          { id: 'desk', type: 'CallInfo', callInformation: [{ type: 'SIP', address }] },
          { id: CALL_BUTTON_RULE, type: 'Rule', childIds: ['desk'] },
        ],
      })
    },
    logged: async () => (await device.call(getCallLog, {})).items,
  }
}

test('the call button reaches another station, which hears the caller and opens the door by a code', async () => {
  const gate = await openStation()
  const desk = await openStation()
  await gate.ringsAt(desk.uri)
  const door = { name: 'Door', code: '*12', account: 'sip_account_0', port: 3, pulse: 600_000 }
  await gate.device.call(addDtmfTrigger, door)
  gate.board.press('callButton')
  const call = await gate.call('active')
  expect(call).toMatchObject({ direction: 'outgoing', codec: 'G.722', account: 'Peer-to-peer' })
  const answered = await desk.call('active')
  expect(answered).toMatchObject({ direction: 'incoming', codec: 'G.722' })

  await gate.board.setMicrophone({ kind: 'tone', hertz: 440, level: 0.5 })
  await expect
    .poll(() => desk.board.state().calls[0]?.heard ?? -100, { timeout: 10_000 })
    .toBeGreaterThan(-30)

  const closed = () => gate.board.state().terminals.find(({ port }) => port === 3)?.closed
  const before = closed()
  for (const key of ['*', '1', '2'] as const) desk.board.press(key)
  await expect.poll(closed, { timeout: 10_000 }).toBe(!before)

  await desk.board.endCall(answered.callId)
  await expect.poll(() => gate.board.state().calls, { timeout: 10_000 }).toEqual([])
  expect(await gate.logged()).toMatchObject([
    { callId: call.callId, direction: 'outgoing', outcome: 'answered', remote: desk.uri },
  ])
  expect(await desk.logged()).toMatchObject([{ direction: 'incoming', outcome: 'answered' }])
  const { lines } = await gate.device.call(getSipLadder, { callId: call.callId })
  expect(lines.map(({ method, sent }) => `${sent ? '>' : '<'} ${method}`)).toEqual(
    expect.arrayContaining(['> INVITE', '< INVITE', '> ACK', '< BYE', '> BYE']),
  )
})

test('a call that a power cut ends is shown as ended by a restart', async () => {
  const gate = await openStation()
  const desk = await openStation()
  await gate.ringsAt(desk.uri)
  gate.board.press('callButton')
  await gate.call('active')
  expect(await gate.logged()).toMatchObject([{ outcome: 'ongoing' }])
  await gate.board.setPower('off')
  expect(gate.board.state().calls).toEqual([])
  await gate.board.setPower('on')
  expect(await gate.logged()).toMatchObject([{ outcome: 'restart' }])
})

test('a call of a snapshot that no longer goes on is shown as ended, and its settings hold', async () => {
  const gate = await openStation()
  const desk = await openStation()
  await gate.ringsAt(desk.uri)
  gate.board.press('callButton')
  const { callId } = await gate.call('active')
  await gate.board.saveSnapshot('in-call')
  await gate.board.endCall(callId)
  await expect
    .poll(async () => (await gate.logged())[0]?.outcome, { timeout: 10_000 })
    .toBe('answered')
  await gate.device.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled: false } })
  await gate.board.restoreSnapshot('in-call')
  expect(await gate.logged()).toMatchObject([{ outcome: 'restart' }])
  gate.board.press('callButton')
  await gate.call('active')
})
