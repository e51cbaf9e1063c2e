import { readFile } from 'node:fs/promises'
import { seedDevice, setFaults, setPower } from '@lintel/contract/bench'
import {
  clearCallLog,
  exportCallLog,
  getCallLog,
  getCallsPerDay,
} from '@lintel/contract/calls/call-log'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { startCall } from '@lintel/contract/calls/sip-calls'
import type { Page } from '@playwright/test'
import { openSipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import { expect, test } from '../fixture.ts'
import { applyFaults, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { speak } from '../rig/language.ts'
import { setEntries } from '../rig/house.ts'
import type { Rig } from '../rig/rig.ts'
import { fillLog, pastCalls } from './past-calls.ts'

needs(getCallLog)

const ROUTE = '/sip/calls'

/** The device itself, which has no account with this name. */
const nobody = (rig: Rig, name = 'nobody') => `sip:${name}@127.0.0.1:${rig.addresses.sip}`

const enable = (rig: Rig) =>
  rig.root.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled: true } })
const call = (rig: Rig, to: string) => rig.root.call(startCall, { To: to })
const logged = async (rig: Rig, filter = '') =>
  (await rig.root.call(getCallLog, filter === '' ? {} : { filter })).items

test('a call appears by itself, with how it ended in words, and is counted', async ({
  page,
  open,
  rig,
}) => {
  await enable(rig)
  await open(ROUTE)
  await expect(page.getByText('There have been no calls yet.')).toBeVisible()
  // An empty chart would say less.
  await expect(page.getByText('No calls in the last 30 days.')).toBeVisible()
  await expect(page.locator('main figure')).toHaveCount(0)
  // There is nothing to clear.
  const { open: clear, question } = clearing(page)
  await expect(clear).toBeDisabled()
  await clear.click({ force: true })
  await expect(question).toHaveCount(0)
  await expectAccessible(page)
  await call(rig, nobody(rig))
  const row = page.getByRole('row', { name: /nobody@127/ })
  await expect(row).toContainText('Outgoing')
  await expect.poll(async () => (await logged(rig))[0]?.outcome).toBe('unanswered')
  const [only] = await logged(rig)
  await expect(row.getByRole('cell').last()).toContainText(`Not allowed403 ${only?.reason}`)
  const { days } = await rig.root.call(getCallsPerDay, { days: 30 })
  expect(days.at(-1)).toMatchObject({ outgoing: 1, incoming: 0 })
  const chart = page.getByRole('table', { name: 'Calls per day' })
  await expect(chart.getByRole('row').last().getByRole('cell')).toHaveText(['0', '1'])
  await expect(chart.getByRole('row')).toHaveCount(31)
  await expect(clear).toBeEnabled()
  await expectAccessible(page)
  // The next day has no calls yet.
  const time = new Date(Date.parse(days.at(-1)?.day ?? '') + 36 * 3_600_000).toISOString()
  await rig.bench.call(seedDevice, { time })
  await expect(chart.getByRole('row').last().getByRole('cell')).toHaveText(['0', '0'])
  await expect(chart.getByRole('row').nth(-2).getByRole('cell')).toHaveText(['0', '1'])
})

test('the device sorts and filters, and what is found can be exported', async ({
  page,
  open,
  rig,
}) => {
  await enable(rig)
  for (let number = 1; number <= 12; number += 1) {
    await call(rig, nobody(rig, number === 7 ? 'porter' : `flat${number}`))
  }
  await expect
    .poll(async () => (await logged(rig)).filter(({ outcome }) => outcome === 'ongoing').length)
    .toBe(0)
  await open(ROUTE)
  const table = page.getByRole('table', { name: 'Call log' })
  const rows = table.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(12)
  // Newest first.
  await expect(rows.first()).toContainText('flat12@')
  await table.getByRole('button', { name: 'Other side' }).click()
  await expect(rows.first()).toContainText('flat10@')
  await page.getByRole('searchbox', { name: 'Find a call' }).fill('porter')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('porter@')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export results' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('calls.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toBe(
    new TextDecoder().decode(await rig.root.call(exportCallLog, { filter: 'porter' })),
  )
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(nobody(rig, 'porter'))
})

test('a call shows how long both sides talked, and who in the phonebook has the address', async ({
  page,
  open,
  rig,
}) => {
  const [past] = await pastCalls(rig, 1, 1)
  if (!past) throw new Error('no call')
  const times = [0, 5, 65, 3_700].map((seconds) => ({ ...past, seconds }))
  await fillLog(rig, times)
  await setEntries(rig.root, [personAt('Mary', 'flat0@pbx.example.com')])
  await open(ROUTE)
  const rows = page.getByRole('table', { name: 'Call log' }).locator('tbody').getByRole('row')
  await expect(rows.getByRole('cell').nth(4)).toHaveText('1 h 01 min')
  await expect(rows.nth(1)).toContainText('1 min 05 s')
  await expect(rows.nth(2)).toContainText('5 s')
  await expect(rows.nth(3).getByRole('cell').nth(4)).toHaveText('')
  await expect(rows.first().getByRole('cell').nth(2)).toContainText(
    /^Marysip:flat0@pbx\.example\.com/,
  )
})

test('a failed export says why, and calls are dated in the language of the device', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS, /log\.csv/)
  await speak(rig, 'German')
  await enable(rig)
  await call(rig, nobody(rig))
  await open(ROUTE)
  await expect(page.getByRole('row', { name: /nobody@/ })).toContainText('Ausgehend')
  await rig.bench.call(setFaults, {
    faults: [{ call: 'callLog.export', fault: 'status', value: 500 }],
  })
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click()
  await expect(page.getByText('Die Anrufe konnten nicht exportiert werden.')).toBeVisible()
})

const personAt = (firstName: string, address: string) => ({
  id: 'mary',
  type: 'Person' as const,
  firstName,
  keyTrigger: '99',
  callInformation: [{ type: 'SIP' as const, address, accountid: '' }],
})

/** The controls for clearing the log. */
const clearing = (page: Page) => {
  const question = page.getByRole('alertdialog', { name: 'Clear the call log?' })
  return {
    open: page.getByRole('main').getByRole('button', { name: 'Clear call log' }),
    question,
    cancel: question.getByRole('button', { name: 'Cancel' }),
    confirm: question.getByRole('button', { name: 'Clear call log' }),
  }
}

test('the log is cleared once that is confirmed; a call that goes on stays', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  const peer = await openSipPeer()
  peer.phone.manner = 'ring'
  await enable(rig)
  await fillLog(rig, await pastCalls(rig, 300, 20))
  await rig.root.call(startCall, { To: `sip:phone@${peer.address}` })
  await open(ROUTE)
  const { open: button, question, cancel, confirm } = clearing(page)
  await expect(page.getByText('301 entries')).toBeVisible()
  await button.click()
  await expect(question).toContainText('A call in progress stays.')
  await expect(cancel).toBeFocused()
  await expectAccessible(page)
  await cancel.click()
  expect((await logged(rig)).length).toBeGreaterThan(1)
  await button.click()
  await confirm.click()
  await expect(page.getByText('The call log is cleared.')).toBeVisible()
  await expect(page.getByText('1 entry')).toBeVisible()
  await expect(page.getByRole('row', { name: /sip:phone@/ })).toContainText('In progress')
  await expect(button).toBeFocused()
  expect(await logged(rig)).toMatchObject([{ outcome: 'ongoing' }])
  const { days } = await rig.root.call(getCallsPerDay, { days: 30 })
  expect(days.reduce((sum, { incoming, outgoing }) => sum + incoming + outgoing, 0)).toBe(1)
  // It is gone for good.
  await rig.bench.call(setPower, { action: 'cycle' })
  expect(await logged(rig)).toMatchObject([{ outcome: 'restart' }])
  await peer.close()
})

test('a log that can’t be cleared is reported and stays; one whose answer is lost is cleared', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await fillLog(rig, await pastCalls(rig, 5, 5))
  await open(ROUTE)
  const { open: button, confirm } = clearing(page)
  for (const fault of ['status', 'diskFull', 'drop'] as const) {
    await applyFaults(rig, {
      call: 'callLog.clear',
      fault,
      ...(fault === 'status' && { value: 500 }),
    })
    await button.click()
    await confirm.click()
    await expect(page.getByText('The call log could not be cleared.').last()).toBeVisible()
    await expect(confirm).toHaveCount(0)
    expect(await logged(rig)).toHaveLength(5)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button').first().click()
  }
  await expect(page.getByRole('row', { name: /sip:flat/ })).toHaveCount(5)
  await applyFaults(rig, { call: 'callLog.clear', fault: 'cut' })
  await button.click()
  await confirm.click()
  await expect(page.getByText('The call log is cleared.')).toBeVisible()
  await expect(page.getByText('There have been no calls yet.')).toBeVisible()
  await expect(button).toBeFocused()
  await expect(button).toBeDisabled()
  expect(await logged(rig)).toEqual([])
})

test('a log that somebody else clears empties by itself', async ({ page, open, rig }) => {
  await fillLog(rig, await pastCalls(rig, 5, 5))
  await open(ROUTE)
  await expect(page.getByRole('row', { name: /sip:flat/ })).toHaveCount(5)
  await rig.root.call(clearCallLog, {})
  await expect(page.getByText('There have been no calls yet.')).toBeVisible()
  await expect(page.getByText('No calls in the last 30 days.')).toBeVisible()
})
