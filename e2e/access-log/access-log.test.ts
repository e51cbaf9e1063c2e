/** Who opened which door of a door controller, and who could not. */
import { readFile } from 'node:fs/promises'
import { enterPin } from '@lintel/contract/bench-reader'
import { clearAccessLog, exportAccessLog, getAccessLog } from '@lintel/contract/calls/access-log'
import { getCredentialList } from '@lintel/contract/calls/access-control'
import { setPort } from '@lintel/contract/calls/io-ports'
import type { Page } from '@playwright/test'
import { addCredential, BEN, present } from '../credentials/form.ts'
import { applyFault, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'

test.use({ product: 'A1601' })
needs(getAccessLog)

const logged = async (rig: Rig) => (await rig.root.call(getAccessLog, {})).total
const rowsOf = (page: Page) =>
  page.getByRole('table', { name: 'Access log' }).locator('tbody').getByRole('row')

test('the log says who came in, and why others did not, as it happens', async ({
  page,
  open,
  rig,
}) => {
  await addCredential(rig, BEN)
  await open('/access-log')
  await expect(page.getByText('Nobody has presented a card or PIN yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear access log' })).toBeDisabled()
  await present(rig, 'ada00001')
  const rows = rowsOf(page)
  await expect(rows.first()).toContainText(/Ada.*Door 1.*Opened/)
  await present(rig, 'c0de1234')
  await rig.bench.call(enterPin, { keys: '9' })
  await expect(rows.first()).toContainText(/Ben.*Door 1.*Denied: wrong PIN/)
  await present(rig, '04a1b2c3')
  await expect(rows.first()).toContainText(/Card ending in B2C3.*Door 1.*Denied: unknown/)
  await rig.root.call(setPort, { action: '4:/' })
  await expect(rows.first()).toContainText(/root.*Over the network.*Door 2.*Opened/)
  await expect(rows).toHaveCount(4)
  await expectAccessible(page)
  // A short list has no filter.
  for (let card = 1; card <= 9; card += 1) await present(rig, `1000000${card}`)
  await expect(rows).toHaveCount(13)
  await page.getByRole('searchbox', { name: 'Find a name, door or card' }).fill('b2c3')
  await expect(rows).toHaveCount(1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export results' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('access-log.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe(
    new TextDecoder().decode(await rig.root.call(exportAccessLog, { filter: 'b2c3' })),
  )
})

test('the overview says who came last, after a reload too', async ({ page, open, rig }) => {
  await open('/')
  const events = page.getByRole('region', { name: 'Latest events' })
  await expect(events.getByText(/^Nothing since/)).toBeVisible()
  const door = page.getByRole('region', { name: 'Doors' }).getByRole('group', { name: 'Door 1' })
  await expect(door).toContainText('Locked')
  await present(rig, 'ada00001')
  await expect(door).toContainText(/for another \d/)
  await expect(events.getByText('Door 1 unlocked')).toBeVisible()
  const tile = page.getByRole('region', { name: 'Access log' })
  await expect(tile).toContainText('Ada')
  await expect(tile).toContainText('Door 1 · Opened')
  await present(rig, '04a1b2c3')
  await expect(tile).toContainText('Card ending in B2C3')
  await tile.getByRole('link').first().click()
  await expect(rowsOf(page)).toHaveCount(2)
})

test('clearing asks first, and a lost answer is not taken for a failure', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await present(rig, 'ada00001')
  await open('/access-log')
  const clear = page.getByRole('button', { name: 'Clear access log' })
  const question = page.getByRole('alertdialog', { name: 'Clear the access log?' })
  await clear.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await logged(rig)).toBe(1)
  await applyFault(rig, [clearAccessLog.id], { fault: 'status', value: 503 })
  await clear.click()
  await question.getByRole('button', { name: 'Clear access log' }).click()
  await expect(page.getByText('The access log could not be cleared.')).toBeVisible()
  expect(await logged(rig)).toBe(1)
  await applyFault(rig, [clearAccessLog.id], { fault: 'cut' })
  await clear.click()
  await question.getByRole('button', { name: 'Clear access log' }).click()
  await expect(page.getByText('The access log is cleared.')).toBeVisible()
  expect(await logged(rig)).toBe(0)
  await expect(page.getByText('Nobody has presented a card or PIN yet.')).toBeVisible()
})

test.describe('an operator', () => {
  test.use({ person: 'operator' })

  test('sees who came in, exports it, and neither clears it nor sees the cards', async ({
    page,
    open,
    rig,
  }) => {
    await present(rig, 'ada00001')
    await open('/')
    const tile = page.getByRole('region', { name: 'Access log' })
    await expect(tile).toContainText('Ada')
    // The device tells operators, too, when somebody comes.
    await present(rig, '04a1b2c3')
    await expect(tile).toContainText('Card ending in B2C3')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(menu.getByRole('link', { name: 'Cards and PINs' })).toHaveCount(0)
    await menu.getByRole('link', { name: 'Access log' }).click()
    await expect(rowsOf(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Clear access log' })).toHaveCount(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toContain('Ada,card,0001,Door 1,Granted')
    const operator = rig.as('guard1')
    await expect(operator.call(clearAccessLog, {})).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(operator.call(getCredentialList, {})).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await logged(rig)).toBe(2)
  })
})
