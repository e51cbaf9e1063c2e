import {
  addDtmfTrigger,
  getDtmfTriggers,
  updateDtmfTrigger,
} from '@lintel/contract/calls/dtmf-triggers'
import { getPorts } from '@lintel/contract/calls/io-ports'
import { setSipAccount } from '@lintel/contract/calls/sip-accounts'
import {
  DTMF_PAGE,
  getDtmfConfigurations,
  PEER_TO_PEER,
  setDtmfConfiguration,
} from '@lintel/contract/calls/sip-dtmf'
import { expect, test } from '../fixture.ts'
import { inFrame } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { speak } from '../rig/language.ts'
import type { Rig } from '../rig/rig.ts'

const ROUTE = '/sip/dtmf'
const triggersOf = async (rig: Rig) => (await rig.root.call(getDtmfTriggers, {})).items
const configurationsOf = async (rig: Rig) =>
  (await rig.root.call(getDtmfConfigurations, {})).DTMFConfiguration

/** The first output, from 1. */
async function outputOf(rig: Rig): Promise<number> {
  const { items } = await rig.root.call(getPorts, {})
  return Number(items.find(({ direction }) => direction === 'output')?.port) + 1
}

test('sets in which form keys are received, on the page of the device (DTMF-01, DTMF-02)', async ({
  page,
  open,
  rig,
}) => {
  const DTMFConfiguration = { Name: 'Gate', RFC2833: false }
  await rig.root.call(setDtmfConfiguration, { DTMFConfiguration })
  await open(ROUTE)
  await expect(page.locator('main iframe')).toHaveAttribute('src', `${DTMF_PAGE}?aca=yes`)
  const frame = inFrame(page)
  // In narrow windows, the first cell has what the others say.
  const shown = { useInnerText: true }
  const cells = (name: string) => frame.getByRole('row', { name }).getByRole('cell')
  await expect(cells(PEER_TO_PEER)).toHaveText([PEER_TO_PEER, 'Yes', 'Yes', 'Edit'], shown)
  await expect(cells('Gate')).toHaveText(['Gate', 'No', 'Yes', 'Edit'], shown)
  await expectAccessible(page)
  await frame.getByRole('button', { name: 'Edit Gate' }).click()
  await frame.getByRole('switch', { name: 'Audio stream (RFC 2833)' }).check()
  await frame.getByRole('switch', { name: 'SIP messages (RFC 2976)' }).uncheck()
  await frame.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Gate is saved.')).toBeVisible()
  await expect(cells('Gate')).toHaveText(['Gate', 'Yes', 'No', 'Edit'], shown)
  expect(await configurationsOf(rig)).toContainEqual(
    expect.objectContaining({ Name: 'Gate', RFC2833: true, RFC2976: false }),
  )
})

test('the lists fit into 390 px in German, with every button (EXPECT-33)', async ({
  page,
  open,
  rig,
}) => {
  await speak(rig, 'German')
  await page.setViewportSize({ width: 390, height: 800 })
  await open(ROUTE)
  const frame = inFrame(page)
  const row = frame.getByRole('row', { name: 'Peer-to-Peer-Konten' })
  await expect(row.getByText('SIP-Nachrichten').filter({ visible: true })).toBeVisible()
  await expect(row.getByRole('button')).toBeInViewport({ ratio: 1 })
})

test.describe('triggers', () => {
  needs(getDtmfTriggers)

  test('a trigger is added, changed and deleted', async ({ page, open, rig }) => {
    const { SIPAccountId } = await rig.root.call(setSipAccount, {
      SIPAccount: { Name: 'Reception', UserId: 'reception', Registrar: '' },
    })
    await open(ROUTE)
    const frame = inFrame(page)
    await expect(
      frame.getByText(
        'There are no DTMF triggers yet. Add one, such as a code that opens the door.',
      ),
    ).toBeVisible()
    await frame.getByRole('button', { name: 'Add trigger' }).click()
    await expect(page).toHaveURL(/\?view=add$/)
    const form = frame.getByRole('form', { name: 'Add trigger' })
    await form.getByRole('textbox', { name: 'Code' }).fill('12x')
    await form.getByRole('button', { name: 'Add trigger' }).click()
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await expect(form.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
      /Use from 1 to 16 keys: digits, \*, # and letters from A to D\.$/,
    )
    await expectAccessible(page)
    await form.getByRole('textbox', { name: 'Name' }).fill('Front door')
    await form.getByRole('textbox', { name: 'Code' }).fill('12a#')
    await expect(form.getByRole('combobox', { name: 'Account' })).toHaveValue('*')
    await form.getByRole('combobox', { name: 'Account' }).selectOption('Reception')
    await form.getByRole('textbox', { name: 'Pulse' }).fill('1,5')
    await form.getByRole('button', { name: 'Add trigger' }).click()
    await expect(page.getByText('Front door is saved.')).toBeVisible()
    const row = frame.getByRole('row', { name: /^Front door/ })
    await expect(row).toContainText('12A#')
    await expect(row).toContainText('1.5 s')
    const [added] = await triggersOf(rig)
    expect(added).toMatchObject({
      name: 'Front door',
      code: '12A#',
      account: SIPAccountId,
      pulse: 1500,
    })

    await frame.getByRole('button', { name: 'Edit Front door' }).click()
    await frame
      .getByRole('combobox', { name: 'Account' })
      .selectOption('As set in the configurations')
    await frame.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('As set in the configurations')
    expect(await triggersOf(rig)).toMatchObject([
      { ...added, version: expect.anything(), account: '' },
    ])
    await frame.getByRole('button', { name: `Edit ${PEER_TO_PEER}` }).click()
    await frame.getByRole('checkbox', { name: 'Front door, code 12A#' }).check()
    await frame.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`${PEER_TO_PEER} is saved.`)).toBeVisible()
    expect(await configurationsOf(rig)).toContainEqual(
      expect.objectContaining({ Name: PEER_TO_PEER, DTMFTriggerId: [added?.id] }),
    )

    await frame.getByRole('button', { name: 'Edit Front door' }).click()
    await frame.getByRole('button', { name: 'Delete trigger' }).click()
    const question = frame.getByRole('alertdialog', { name: 'Delete trigger' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Delete trigger' }).click()
    await expect(page.getByText('Front door is deleted.')).toBeVisible()
    await expect(
      frame.getByText(
        'There are no DTMF triggers yet. Add one, such as a code that opens the door.',
      ),
    ).toBeVisible()
    expect(await triggersOf(rig)).toEqual([])
    expect((await configurationsOf(rig)).flatMap(({ DTMFTriggerId }) => DTMFTriggerId)).toEqual([])
  })

  test('codes of which one could not be entered are refused, by the device too', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/dtmf-triggers/, /status of 4/)
    const door = { name: 'Door', code: '12', account: 'sip_account_0', pulse: 1000 }
    const port = await outputOf(rig)
    const { id } = await rig.root.call(addDtmfTrigger, { ...door, port })
    await open(ROUTE)
    const frame = inFrame(page)
    await frame.getByRole('button', { name: 'Add trigger' }).click()
    const code = frame.getByRole('textbox', { name: 'Code' })
    const submit = frame.getByRole('button', { name: 'Add trigger' })
    await frame.getByRole('textbox', { name: 'Name' }).fill('Gate')
    await code.fill('123')
    await submit.click()
    await expect(code).toHaveAccessibleDescription(/it contains that of Door, which acts first/)
    await code.fill('1')
    await expect(code).toHaveAccessibleDescription(/that of Door could no longer be entered/)
    await code.fill('456')
    // Another administrator is faster.
    await rig.root.call(addDtmfTrigger, { ...door, name: 'Yard', code: '45', port })
    await submit.click()
    await expect(frame.getByRole('alert')).toContainText('it contains that of Yard')
    expect((await triggersOf(rig)).map(({ name }) => name)).toEqual(['Door', 'Yard'])
    await code.fill('789')
    await submit.click()
    await expect(page.getByText('Gate is saved.')).toBeVisible()

    // A configuration can't bring two of them together either.
    await rig.root.call(addDtmfTrigger, { ...door, name: 'Hall', code: '0123', account: '', port })
    await open(ROUTE)
    await frame.getByRole('button', { name: `Edit ${PEER_TO_PEER}` }).click()
    const hall = frame.getByRole('checkbox', { name: 'Hall, code 0123' })
    await hall.check()
    await frame.getByRole('button', { name: 'Save' }).click()
    await expect(hall).toHaveAccessibleDescription(/^Not together with Door/)
    await hall.uncheck()
    await frame.getByRole('switch', { name: 'SIP messages (RFC 2976)' }).uncheck()
    await frame.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`${PEER_TO_PEER} is saved.`)).toBeVisible()
    expect((await configurationsOf(rig))[0]?.DTMFTriggerId).not.toContain(id)
  })

  test('somebody else’s change of a trigger is not overwritten', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/dtmf-triggers/, /status of 4/)
    const added = await rig.root.call(addDtmfTrigger, {
      name: 'Gate',
      code: '1',
      account: '',
      port: await outputOf(rig),
      pulse: 1000,
    })
    await open(ROUTE)
    const frame = inFrame(page)
    await frame.getByRole('button', { name: 'Edit Gate' }).click()
    await frame.getByRole('textbox', { name: 'Code' }).fill('2')
    await rig.root.call(updateDtmfTrigger, { ...added, pulse: 2000 })
    await frame.getByRole('button', { name: 'Save' }).click()
    await expect(frame.getByRole('alert')).toContainText('Somebody else has changed this')
    await expect(frame.getByRole('textbox', { name: 'Code' })).toHaveValue('2')
    expect(await triggersOf(rig)).toMatchObject([{ code: '1', pulse: 2000 }])
  })
})
