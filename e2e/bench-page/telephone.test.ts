/** The telephone of the bench: calls that the device makes to itself. */
import { getBench } from '@lintel/contract/bench'
import { addDtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { getPorts } from '@lintel/contract/calls/io-ports'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { getSipAccounts, setSipAccount } from '@lintel/contract/calls/sip-accounts'
import { getCallStatuses, startCall } from '@lintel/contract/calls/sip-calls'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import type { Rig } from '../rig/rig.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Telephone' })
const calls = (page: Page) => card(page).getByRole('listitem')

/** The device calls itself, and people have to answer. */
async function ring(rig: Rig): Promise<void> {
  await rig.root.call(setSipConfiguration, {
    SIPConfiguration: { SIPEnabled: true, AllowIncomingCalls: true },
  })
  const { SIPAccount: accounts } = await rig.root.call(getSipAccounts, {})
  for (const account of accounts) {
    await rig.root.call(setSipAccount, { SIPAccount: { ...account, AutoAnswerEnabled: false } })
  }
  await rig.root.call(startCall, { To: `sip:peer-to-peer@127.0.0.1:${rig.addresses.sip}` })
}

/** Lets a key close an output in every call; returns the output's number. */
async function listenForKey(rig: Rig, code: string): Promise<number> {
  const { items } = await rig.root.call(getPorts, {})
  const port = Number(items.find(({ direction }) => direction === 'output')?.port) + 1
  const { SIPAccount: accounts } = await rig.root.call(getSipAccounts, {})
  const account = accounts[0]?.Id ?? ''
  await rig.root.call(addDtmfTrigger, { name: 'Door', code, account, port, pulse: 60_000 })
  return port
}

const states = async (rig: Rig) =>
  (await rig.root.call(getCallStatuses, {})).CallStatus.map(({ CallState }) => CallState)

test('a call rings at the bench, is answered, carries a tone both ways and is ended', async ({
  page,
  rig,
}) => {
  await page.goto(rig.addresses.bench)
  await expect(card(page).getByText('Nobody is calling.')).toBeVisible()
  const port = await listenForKey(rig, '5')
  await ring(rig)
  await expect(calls(page)).toHaveCount(2)
  await expect(card(page).getByText('Ringing')).toBeVisible()
  await expectAccessible(page)
  await card(page)
    .getByRole('button', { name: /^Answer sip:/ })
    .click()
  await expect(card(page).getByText('In a call')).toHaveCount(2)
  await card(page).getByRole('radio', { name: 'Tone' }).click()
  await expect
    .poll(async () => {
      const { calls: now, microphone } = await rig.bench.call(getBench, {})
      return [
        microphone,
        now.length,
        now.every(({ heard, spoken }) => heard !== null && spoken !== null),
      ]
    })
    .toEqual(['tone', 2, true])
  const heard = card(page).getByRole('meter', { name: 'Heard' }).first()
  await expect(heard).toHaveAttribute('aria-valuetext', /^−\d+\sdBFS$/)
  await expect(card(page).getByText('Keys of the keypad are sent to the other side.')).toBeVisible()
  await expectAccessible(page)
  // The other side, the device itself, takes the key and opens the door.
  await page.getByRole('button', { name: 'Key 5' }).click()
  await expect
    .poll(async () => (await rig.bench.call(getBench, {})).terminals.at(port - 1)?.closed)
    .toBe(true)
  await card(page)
    .getByRole('button', { name: /^Hang up on/ })
    .first()
    .click()
  await expect(card(page).getByText('Nobody is calling.')).toBeVisible()
  expect((await rig.bench.call(getBench, {})).calls).toEqual([])
  expect((await states(rig)).includes('Active')).toBe(false)
})

test('a call that rings is declined', async ({ page, rig }) => {
  await page.goto(rig.addresses.bench)
  await expect(card(page)).toBeVisible()
  await ring(rig)
  await card(page)
    .getByRole('button', { name: /^Decline sip:/ })
    .click()
  await expect(card(page).getByText('Nobody is calling.')).toBeVisible()
  expect((await rig.bench.call(getBench, {})).calls).toEqual([])
})
