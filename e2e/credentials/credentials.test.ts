/** Cards and PINs of a door controller: who opens its doors. */
import { getBench } from '@lintel/contract/bench'
import {
  getAccessControllerList,
  getDeniedCard,
  requestAccess,
} from '@lintel/contract/calls/access-control'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { addCredential, BEN, cellOf, credentialsOn, fieldOf, present, rowOf } from './form.ts'

test.use({ product: 'A1601' })
needs(getDeniedCard)

/** Whether a door is open. */
const isOpen = async (rig: Rig) => {
  const { terminals } = await rig.bench.call(getBench, {})
  return terminals.some(({ door, active }) => door && active)
}

/** Asks as the reader of a door station would, with Ben's card. */
async function asksWith(rig: Rig, PIN: string): Promise<boolean> {
  const { AccessController } = await rig.root.call(getAccessControllerList, {})
  const Token = AccessController[0]?.token ?? ''
  const { AccessGranted } = await rig.root.call(requestAccess, {
    Token,
    SourceToken: Token.replace(' AccessController', ':reader1'),
    IdData: [
      { Name: 'Card', Value: 'C0DE1234' },
      { Name: 'PIN', Value: PIN },
    ],
  })
  return AccessGranted
}

test('a card that was denied is added with one press, and then opens the door', async ({
  page,
  open,
  rig,
}) => {
  await open('/credentials')
  await page.getByRole('link', { name: 'Add card or PIN' }).click()
  await expect(page.getByText('No card has been denied since the device started.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Grace')
  await present(rig, '04a1b2c3')
  await expect(page.getByRole('status').filter({ hasText: 'Denied at Door 1' })).toContainText(
    '04A1B2C3',
  )
  expect(await isOpen(rig)).toBe(false)
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByLabel('Card number')).toHaveValue('04A1B2C3')
  await page.getByRole('button', { name: 'Add card or PIN' }).click()
  await expect(page).toHaveURL(at('/credentials'))
  await expect(rowOf(page, 'Grace')).toContainText('04A1B2C3')
  await present(rig, '04a1b2c3')
  await expect.poll(() => isOpen(rig)).toBe(true)
  await expectAccessible(page)
})

test('a PIN is stored and kept, and never comes back to the page', async ({ page, open, rig }) => {
  await addCredential(rig, BEN)
  await open('/credentials/ben')
  await expect(fieldOf(page, 'pin')).toHaveValue('')
  await expect(page.getByText('Leave empty to keep the PIN.')).toBeVisible()
  await page.getByLabel('Name').fill('Ben Oak')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, 'Ben Oak')).toContainText('Yes')
  await present(rig, 'c0de1234')
  expect(await isOpen(rig)).toBe(false)
  expect(await asksWith(rig, '1357')).toBe(false)
  expect(await asksWith(rig, '2468')).toBe(true)
  await page.getByRole('link', { name: 'Edit Ben Oak' }).click()
  await page.getByLabel('Remove the PIN').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, 'Ben Oak')).toContainText('No')
  await present(rig, 'c0de1234')
  await expect.poll(() => isOpen(rig)).toBe(true)
})

test('what can open nothing is refused with a reason, and so is the card of somebody else', async ({
  page,
  open,
  rig,
}) => {
  await open('/credentials/add')
  const card = page.getByLabel('Card number')
  const add = page.getByRole('button', { name: 'Add card or PIN' })
  await page.getByLabel('Name').fill('Grace')
  await add.click()
  await expect(card).toHaveAccessibleDescription(/Enter a card number or a PIN\./)
  await card.fill('none')
  await expect(card).toHaveAccessibleDescription(/the letters A to F/)
  await card.fill('ad:a0:00:01')
  await expect(card).toHaveAccessibleDescription(/Ada has this card\./)
  const pin = fieldOf(page, 'pin')
  await pin.fill('12a4')
  await expect(pin).toHaveAccessibleDescription(/A PIN consists of 4 or more digits\./)
  expect(await credentialsOn(rig)).toHaveLength(1)
})

test('a blocked card opens nothing, and a deleted one is gone', async ({ page, open, rig }) => {
  await open('/credentials/ada')
  await page.getByLabel('Opens doors').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, 'Ada')).toContainText('Blocked')
  await present(rig, 'ada00001')
  expect(await isOpen(rig)).toBe(false)
  await page.getByRole('link', { name: 'Edit Ada' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Ada?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete card or PIN' }).click()
  await expect(page.getByText('Ada is deleted.')).toBeVisible()
  await expect(page.getByText('Nobody can open a door yet.')).toBeVisible()
  expect(await credentialsOn(rig)).toEqual([])
})

test('a card is denied once its validity has ended, and opens again with a later end', async ({
  page,
  open,
  rig,
}) => {
  await open('/credentials/ada')
  const until = fieldOf(page, 'until')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await fieldOf(page, 'from').fill('01/01/2020 08:00')
  await until.fill('01/01/2020 07:00')
  await save.click()
  await expect(until).toHaveAccessibleDescription(/The end must be after the start\./)
  await expectAccessible(page)
  await until.fill('31/01/2020 18:00')
  await expect(until).toHaveAccessibleDescription(/This is in the past: it opens no door\./)
  await save.click()
  await expect(rowOf(page, 'Ada')).toContainText(/Expired.*Until 31 Jan 2020, 18:00/)
  // Stockholm is an hour ahead of UTC in winter.
  expect(await credentialsOn(rig)).toMatchObject([
    { ValidFrom: '2020-01-01T07:00:00Z', ValidTo: '2020-01-31T17:00:00Z' },
  ])
  await present(rig, 'ada00001')
  expect(await isOpen(rig)).toBe(false)
  await open('/access-log')
  await expect(page.getByRole('row').filter({ hasText: 'Ada' })).toContainText('Denied: expired')
  await open('/credentials/ada')
  await expect(until).toHaveValue('31/01/2020 18:00')
  await until.fill('')
  await save.click()
  await expect(rowOf(page, 'Ada')).toContainText('Allowed')
  await present(rig, 'ada00001')
  await expect.poll(() => isOpen(rig)).toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the pencil of a card with a long number is in view, and the number below its name', async ({
    page,
    open,
    rig,
  }) => {
    const card = '04A1B2C3D4E5F6'
    const IdData = [{ Name: 'Card' as const, Value: card }]
    await addCredential(rig, { token: 'fay', Description: 'Fay', IdData })
    await open('/credentials')
    await expect(cellOf(page, 'Fay').getByText(card)).toBeVisible()
    const edit = page.getByRole('link', { name: 'Edit Fay' })
    await expect(edit).toBeInViewport({ ratio: 1 })
    await edit.click()
    await expect(fieldOf(page, 'card')).toHaveValue(card)
  })
})
