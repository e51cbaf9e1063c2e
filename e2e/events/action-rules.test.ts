/** The page of action rules outside of the console. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { advanceClock, pressKey } from '@lintel/contract/bench'
import {
  getActionLog,
  getActionRules,
  removeActionRule,
  updateActionRule,
} from '@lintel/contract/calls/action-rules'
import { addRecipient, getRecipients } from '@lintel/contract/calls/recipients'
import { expect, test } from '../fixture.ts'
import { RELAY, closedAt, setPortParameters } from '../io-ports/port-actions.ts'
import { notSaved, saveButton } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { addRule, RING, whileScheduled } from './rules.ts'

needs(getActionRules)

const PAGE = '/operator/action_rules.shtml'
const rulesOf = async (rig: Rig) => (await rig.root.call(getActionRules, {})).items

/** A TCP server that keeps what it gets. */
async function openListener() {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.setEncoding('utf8')
    socket.on('data', (text) => heard.push(String(text)))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    heard,
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test('a rule is made with a recipient that is added on the way, and does what its sentence says', async ({
  page,
  rig,
}) => {
  const listener = await openListener()
  try {
    await page.goto(PAGE)
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByLabel('What happens').selectOption('Call button')
    await page.getByLabel('What to do').selectOption('Send a TCP message')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(
      'Call button: Send a TCP message',
    )
    await page.getByRole('textbox', { name: 'Message' }).fill('Somebody is at the door')

    // Nothing that was entered is lost by the detour.
    await page.getByRole('button', { name: 'Add recipient' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Reception')
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port number').fill(String(listener.port))
    await page.getByRole('button', { name: 'Add recipient' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
      'Somebody is at the door',
    )
    await expect(page.getByLabel('Recipient')).toBeFocused()
    await expect(page.getByLabel('Recipient').locator('option:checked')).toHaveText('Reception')

    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByLabel('Condition 1', { exact: true }).selectOption('State of calls')
    await page.getByLabel('State', { exact: true }).selectOption('No call')
    await expect(
      page.getByText(
        'When the call button is pressed while there is no call, send a message to Reception.',
      ),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add rule' }).click()
    await expect(page.getByRole('table')).toContainText('send a message to Reception.')

    const [stored] = await rulesOf(rig)
    const [reception] = (await rig.root.call(getRecipients, {})).items
    expect(stored).toMatchObject({
      name: 'Call button: Send a TCP message',
      start: { topic: 'Device/Lintel/CallButton', items: [] },
      conditions: [{ topic: 'Call/State', items: [{ name: 'CallState', value: 'Idle' }] }],
      template: 'com.axis.action.fixed.notification.tcp',
      recipient: reception?.id,
      parameters: { message: 'Somebody is at the door' },
    })
    await rig.bench.call(pressKey, { key: 'callButton' })
    await expect.poll(() => listener.heard.join('')).toContain('Somebody is at the door')
  } finally {
    await listener.close()
  }
})

test('a rule opens a door by its name, for as long as it says', async ({ page, rig }) => {
  await setPortParameters(rig, RELAY.id, {
    'Output.Name': 'Front door',
    'Output.Mode': 'monostable',
    'Output.PulseTime': '4000',
  })
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByLabel('What happens').selectOption('Call button')
  await page.getByLabel('What to do').selectOption('Open a door')
  const door = page.getByLabel('Door', { exact: true })
  await expect(door.locator('option:checked')).toHaveText('Front door')
  const seconds = page.getByLabel('For how many seconds')
  await expect(seconds).toHaveValue('4')
  await expect(seconds).toHaveAccessibleDescription('Then it locks again.')
  await seconds.fill('9')
  await expect(
    page.getByText('When the call button is pressed, open Front door for 9 seconds.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByRole('table')).toContainText('open Front door for 9 seconds.')
  expect((await rulesOf(rig))[0]).toMatchObject({
    name: 'Call button: Open a door',
    template: 'com.axis.action.fixed.io.toggle',
    parameters: { port: '3', state: 'high', duration: '9' },
  })
  await rig.bench.call(pressKey, { key: 'callButton' })
  await expect.poll(() => closedAt(rig, RELAY.port)).toBe(true)
  await rig.bench.call(advanceClock, { milliseconds: 8_000 })
  expect(await closedAt(rig, RELAY.port)).toBe(true)
  await rig.bench.call(advanceClock, { milliseconds: 1_000 })
  await expect.poll(() => closedAt(rig, RELAY.port)).toBe(false)
})

test('a rule is tried, and the page and its log say how that ended', async ({ page, rig }) => {
  const { id } = await rig.root.call(addRecipient, {
    name: 'Nobody',
    template: 'com.axis.recipient.tcp',
    // The discard port, where nothing listens.
    parameters: { host: '127.0.0.1', port: '9' },
  })
  await addRule(rig, {
    name: 'Call out',
    template: 'com.axis.action.fixed.notification.tcp',
    recipient: id,
    parameters: {},
  })
  await addRule(rig, {
    name: 'Hang up',
    template: 'com.lintel.action.fixed.call.end',
    parameters: {},
  })
  await page.goto(PAGE)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await page.getByRole('button', { name: 'Run Hang up' }).click()
  await expect(row('Hang up')).toContainText('Done')
  await page.getByRole('button', { name: 'Run Call out' }).click()
  await expect(row('Call out')).toContainText("The server can't be reached.")
  await expect(row('Call out')).toContainText('Last started:')

  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const log = page.getByRole('table', { name: 'Log' })
  await expect(log.getByRole('row').nth(1)).toContainText('Call out')
  await expect(log.getByRole('row').nth(1)).toContainText('Started by hand: Send a TCP message')
  await expect(log.getByRole('row').nth(2)).toContainText('Done')
  await expectAccessible(page)
  // What runs meanwhile appears by itself.
  await rig.bench.call(pressKey, { key: 'callButton' })
  await expect(log.getByRole('row', { name: /Call button: End all calls/ })).toBeVisible()

  await page.getByRole('button', { name: 'Clear log' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear log' }).click()
  await expect(page.getByText('No rule has run yet.')).toBeVisible()
  expect((await rig.root.call(getActionLog, {})).total).toBe(0)
  await page.getByRole('button', { name: 'Back to the rules' }).click()
  await expect(row('Call out')).toBeVisible()
})

test('a rule is switched off, copied and deleted', async ({ page, rig }) => {
  await addRule(rig)
  await page.goto(PAGE)
  const isOn = page.getByRole('switch', { name: 'Ring is switched on' })
  await isOn.uncheck()
  await expect.poll(async () => (await rulesOf(rig))[0]?.enabled).toBe(false)
  await page.getByRole('button', { name: 'Copy Ring' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ring (copy)')
  await page.getByLabel('For how many seconds').fill('9')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByRole('row', { name: /^Ring \(copy\)/ })).toContainText('for 9 seconds')
  expect((await rulesOf(rig)).map(({ name, enabled }) => [name, enabled])).toEqual([
    ['Ring', false],
    ['Ring (copy)', false],
  ])

  await page.getByRole('button', { name: 'Edit Ring', exact: true }).click()
  await page.getByRole('button', { name: 'Delete rule' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).click()
  await expect(page.getByRole('switch', { name: 'Ring is switched on' })).toHaveCount(0)
  expect((await rulesOf(rig)).map(({ name }) => name)).toEqual(['Ring (copy)'])
})

test('conditions are added and removed, and an action that lasts needs one', async ({
  page,
  rig,
}) => {
  const schedule = await whileScheduled(rig)
  await addRule(rig, { conditions: [schedule] })
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Edit Ring' }).click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await expect(page.getByLabel('Condition 2', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Remove condition 1' }).click()
  await expect(page.getByRole('button', { name: 'Add condition' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove condition 1' }).click()
  await page.getByLabel('As long as it lasts').check()
  await saveButton(page).click()
  await expect(page.getByText('This needs an event that lasts, or a condition.')).toBeVisible()
  await page.getByLabel('What happens').selectOption('Virtual input')
  await page.getByLabel('Which virtual input').selectOption('5')
  await saveButton(page).click()
  await expect(page.getByRole('table')).toContainText(
    'As long as virtual input 5 is active, let the status light flash red.',
  )
  expect((await rulesOf(rig))[0]).toMatchObject({
    start: {
      items: [
        { name: 'port', value: '5' },
        { name: 'active', value: 'true' },
      ],
    },
    conditions: [],
    template: 'com.axis.action.unlimited.ledcontrol',
  })
})

test('a rule that somebody else has changed is not saved over, and keeps what was typed', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/404|409|412/)
  const { id, version } = await addRule(rig)
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Edit Ring' }).click()
  await page.getByLabel('For how many seconds').fill('9')
  const second = await rig.root.call(updateActionRule, { ...RING, id, version, delay: 3 })
  await saveButton(page).click()
  await expect(notSaved(page)).toContainText('Somebody else has changed this')
  await expect(page.getByLabel('For how many seconds')).toHaveValue('9')
  expect((await rulesOf(rig))[0]).toMatchObject({ delay: 3, parameters: { duration: '1' } })

  // One that is gone says so, and still keeps it.
  await rig.root.call(removeActionRule, { id, version: second.version })
  await saveButton(page).click()
  await expect(notSaved(page)).toContainText('This no longer exists.')
  await expect(page.getByText('This rule no longer exists.')).toBeVisible()
  await expect(page.getByLabel('For how many seconds')).toHaveValue('9')
  await expect(page.getByRole('button', { name: 'Delete rule' })).toHaveCount(0)
  const address = page.url()
  await saveButton(page).click()
  await expect(page.getByRole('table')).toContainText('for 9 seconds')
  expect((await rulesOf(rig))[0]).toMatchObject({ name: 'Ring', parameters: { duration: '9' } })

  await rig.root.call(removeActionRule, {
    id: (await rulesOf(rig))[0]?.id ?? '',
    version: (await rulesOf(rig))[0]?.version ?? '',
  })
  await page.goto(address)
  await page.reload()
  await expect(page.getByText('This rule no longer exists.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the rules' }).click()
  await expect(page.getByText('There are no rules yet.')).toBeVisible()
})
