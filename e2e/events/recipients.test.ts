/** The page of the recipients of action rules outside of the console. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { getRecipients, removeRecipient, updateRecipient } from '@lintel/contract/calls/recipients'
import { expect, test } from '../fixture.ts'
import { notSaved, saveButton } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { addGuard, addRule } from './rules.ts'

needs(getRecipients)

const PAGE = '/operator/recipients.shtml'

test('a recipient is tested as it is typed, saved, and its password stays', async ({
  page,
  rig,
}) => {
  const server = createServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  try {
    await page.goto(PAGE)
    await page.getByRole('button', { name: 'Add recipient' }).click()
    await page.getByLabel('Type').selectOption('TCP server')
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port number').fill('9')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText("The server can't be reached.")
    await page.getByLabel('Port number').fill(String(port))
    await expect(page.getByText('The values have changed since.')).toBeVisible()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText('The test worked.')).toBeVisible()
    expect((await rig.root.call(getRecipients, {})).total).toBe(0)
    await expectAccessible(page)
    await page.getByLabel('Name', { exact: true }).fill('Reception')
    await page.getByRole('button', { name: 'Add recipient' }).click()
    await expect(page.getByRole('row', { name: /^Reception/ })).toContainText(`127.0.0.1:${port}`)
  } finally {
    server.close()
  }

  await addGuard(rig)
  await page.reload()
  await page.getByRole('button', { name: 'Edit Guard' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.getByLabel('Send to').fill('guard@example.com, desk@example.com')
  await saveButton(page).click()
  await expect(page.getByRole('row', { name: /^Guard/ })).toContainText('desk@example.com')
  const guard = (await rig.root.call(getRecipients, {})).items.find(({ name }) => name === 'Guard')
  expect(guard?.secrets).toEqual(['password'])
})

test('a recipient that rules use is kept, another one is deleted after a question', async ({
  page,
  rig,
}) => {
  const { id } = await addGuard(rig)
  await addGuard(rig, 'Desk')
  await addRule(rig, {
    template: 'com.axis.action.fixed.notification.smtp',
    recipient: id,
    parameters: {},
  })
  await page.goto(PAGE)
  await expect(page.getByRole('row', { name: /^Guard/ })).toContainText('1 rule')
  await page.getByRole('button', { name: 'Edit Guard' }).click()
  await expect(page.getByText("1 action rule sends to it, so it can't be deleted.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete recipient' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit Desk' }).click()
  await page.getByRole('button', { name: 'Delete recipient' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete recipient' }).click()
  await expect(page.getByText('Desk is deleted.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Guard/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Desk/ })).toHaveCount(0)
  expect((await rig.root.call(getRecipients, {})).items.map(({ name }) => name)).toEqual(['Guard'])
})

test('a recipient that somebody else has changed is not saved over, and keeps what was typed', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/404|409|412/)
  const { id, version, name, template, parameters } = await addGuard(rig)
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Edit Guard' }).click()
  await page.getByLabel('Sender').fill('gate@example.com')
  await rig.root.call(updateRecipient, {
    id,
    version,
    name,
    template,
    parameters: { ...parameters, host: '192.0.2.7' },
  })
  await saveButton(page).click()
  await expect(notSaved(page)).toContainText('Somebody else has changed this')
  await expect(page.getByLabel('Sender')).toHaveValue('gate@example.com')
  const [stored] = (await rig.root.call(getRecipients, {})).items
  expect(stored?.parameters).toMatchObject({ host: '192.0.2.7', email_from: 'door@example.com' })

  // It is deleted meanwhile: what was typed is still there.
  await rig.root.call(removeRecipient, { id, version: stored?.version ?? '' })
  await saveButton(page).click()
  await expect(page.getByText('This recipient no longer exists.')).toBeVisible()
  await expect(page.getByLabel('Sender')).toHaveValue('gate@example.com')
})
