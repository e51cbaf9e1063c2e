import { readFile } from 'node:fs/promises'
import { setFaults } from '@lintel/contract/bench'
import { exportCallLog, getCallLog, getCallsPerDay } from '@lintel/contract/calls/call-log'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { startCall } from '@lintel/contract/calls/sip-calls'
import { expect, test } from '../fixture.ts'
import { FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { speak } from '../rig/language.ts'
import type { Rig } from '../rig/rig.ts'

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
  await expectAccessible(page)
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
    page.getByRole('button', { name: 'Export what is found' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('calls.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toBe(
    new TextDecoder().decode(await rig.root.call(exportCallLog, { filter: 'porter' })),
  )
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(nobody(rig, 'porter'))
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
