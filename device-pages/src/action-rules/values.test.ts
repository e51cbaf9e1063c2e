import type { ActionRule } from '@lintel/contract/calls/action-rules'
import { expect, test } from 'vitest'
import { CHOICES, GUARD, INPUT, NIGHT, RULE } from './testing/rules.ts'
import { actionsIn, shownIn, templateOf } from './actions.ts'
import { checkForm, NOT_CHOSEN, ruleIn, valuesOf } from './values.ts'
import { viewCalled, viewName } from './view-name.ts'

const contextOf = (opened: ActionRule | undefined) => ({
  opened,
  copies: false,
  choices: CHOICES,
  recipients: [GUARD],
})

const { id: _id, version: _version, stopped: _stopped, lastStarted: _last, ...WRITTEN } = RULE
const { start: _start, ...WITHOUT_START } = RULE

test.each<[string, Partial<ActionRule>]>([
  ['a mail', {}],
  ['what switches it off', { enabled: false }],
  ['conditions', { start: INPUT, conditions: [NIGHT, INPUT] }],
  ['a state of any port', { start: { topic: INPUT.topic, items: [INPUT.items[1] ?? never()] } }],
  ['an event that this page does not know', { start: { topic: 'Other/Event', items: [] } }],
  [
    'an action that lasts',
    {
      start: INPUT,
      template: 'com.axis.action.unlimited.recording.storage',
      recipient: '',
      parameters: { storage_id: 'SD_DISK', post_duration: '2500', stream_options: 'fps=5' },
      retries: 0,
    },
  ],
  [
    'a recipient of its own',
    { recipient: '', parameters: { subject: 'Event', email_to: 'a@example.com', port: '25' } },
  ],
])('a rule with %s comes back from the form as it was', (_, change) => {
  const opened = { ...RULE, ...change }
  const { id, version, stopped, lastStarted, ...written } = opened
  void [id, version, stopped, lastStarted]
  expect(ruleIn(valuesOf(contextOf(opened)), contextOf(opened))).toEqual(written)
})

function never(): never {
  throw new Error('there is no such item')
}

test('a rule without an event comes back, too', () => {
  const opened = { ...WITHOUT_START, conditions: [NIGHT] }
  expect(ruleIn(valuesOf(contextOf(opened)), contextOf(opened))).not.toHaveProperty('start')
})

test('an event of a rule is shown although the device no longer has it', () => {
  const choices = { ...CHOICES, events: CHOICES.events.filter(({ id }) => id !== 'input') }
  const opened = { ...RULE, start: INPUT }
  const context = { ...contextOf(opened), choices }
  const values = valuesOf(context)
  expect(values.start).toBe('input')
  expect(ruleIn(values, context).start).toEqual(INPUT)
  expect(checkForm(values, context, [])).toEqual({ start: { id: 'validation.gone' } })
})

test('a condition that a client made about any input stays so', () => {
  const any = { topic: INPUT.topic, items: [{ name: 'LogicalState', value: 'true' }] }
  const context = contextOf({ ...RULE, conditions: [any] })
  expect(checkForm(valuesOf(context), context, [])).toEqual({})
})

test('a recipient of its own does not go along to another action', () => {
  const opened = {
    ...RULE,
    recipient: '',
    parameters: { subject: 'Event', email_to: 'a@example.com', host: 'mail', port: '25' },
  }
  const context = contextOf(opened)
  const values = { ...valuesOf(context), action: 'send_images.smtp' }
  expect(ruleIn(values, context)).toMatchObject({ recipient: '' })
  expect(ruleIn(values, context).parameters).not.toHaveProperty('email_to')
  expect(checkForm(values, context, [])).toEqual({
    'to-smtp': { id: 'validation.errorRequired' },
  })
})

test.each([
  ['callState', 'CallState', 'Calling'],
  ['sipAccount', 'Status', '0'],
  ['card', 'State', ''],
  ['storageJob', 'result', 'ERROR'],
  ['speakerTest', 'SpeakerTestStatus', 'Failed'],
  ['heat', 'HeatState', 'Hot'],
  ['input', 'LogicalState', 'true'],
  ['output', 'LogicalState', 'active'],
  ['schedule', 'id', 'com.example.hours'],
  // There is only one.
  ['manualTrigger', 'port', ''],
  ['networkLost', 'interface', ''],
])('a new rule about %s begins with %s %j', (event, item, value) => {
  expect(valuesOf(contextOf(undefined))[`start-${event}-${item}`]).toBe(value)
})

test('what makes no sense for an action is not asked for', () => {
  const shown = (id: string, runs: 'fixed' | 'unlimited') => {
    const template = templateOf(id, runs)
    return template && shownIn(template, id).map(({ name }) => name)
  }
  expect(shown('play.audioclip', 'fixed')).toEqual(['location', 'repeat', 'volume'])
  expect(shown('play.audioclip', 'unlimited')).toEqual(['location', 'volume'])
  expect(shown('ledcontrol', 'unlimited')).toEqual(['color', 'interval'])
})

test('booleans that a client has written as numbers are shown as options', () => {
  const start = { topic: INPUT.topic, items: [{ name: 'LogicalState', value: '1' }] }
  expect(valuesOf(contextOf({ ...RULE, start }))['start-input-LogicalState']).toBe('true')
})

test('a new rule has what is usual as soon as it is chosen', () => {
  const context = contextOf(undefined)
  const values = {
    ...valuesOf(context),
    name: ' Ring ',
    start: 'callButton',
    c0: 'schedule',
    action: 'notification.smtp',
  }
  expect(checkForm(values, context, [])).toEqual({})
  expect(ruleIn(values, context)).toEqual({ ...WRITTEN, conditions: [NIGHT] })
  // Only deliveries are tried again.
  expect(ruleIn({ ...values, action: 'call.end' }, context).retries).toBe(0)
})

test('a door opens for as long as it does by itself, unless somebody types another time', () => {
  const context = contextOf(undefined)
  const values = { ...valuesOf(context), name: 'Open', start: 'callButton', action: 'door.open' }
  expect(checkForm(values, context, [])).toEqual({})
  expect(ruleIn(values, context)).toMatchObject({
    template: 'com.axis.action.fixed.io.toggle',
    parameters: { port: '3', state: 'high', duration: '7' },
  })
  // A door that is opened is locked again.
  const typed = { ...values, 'p-door_open-duration': '0' }
  expect(Object.keys(checkForm(typed, context, []))).toEqual(['p-door_open-duration'])
})

test.each([
  ['door.open', { port: '3', state: 'high', duration: '5' }],
  ['door.open', { port: '3', duration: '5' }],
  ['io.toggle', { port: '3', state: 'low', duration: '5' }],
  ['io.toggle', { port: '3', state: 'high', duration: '0' }],
  ['io.toggle', { port: '1', state: 'high', duration: '5' }],
])('a stored rule is shown as %s for %j, and comes back with the same effect', (action, of) => {
  const parameters = of as Record<string, string>
  const opened = {
    ...RULE,
    template: 'com.axis.action.fixed.io.toggle',
    recipient: '',
    parameters,
    retries: 0,
  }
  const context = contextOf(opened)
  const values = valuesOf(context)
  expect(values.action).toBe(action)
  expect(ruleIn(values, context).parameters).toEqual({ state: 'high', ...parameters })
  // What was switched off is not what opens a door.
  const opens = ruleIn({ ...values, action: 'door.open' }, context).parameters
  expect(opens).toMatchObject({ port: '3', state: 'high' })
})

test('only a device with a door opens one', () => {
  expect(actionsIn(CHOICES)).toContain('door.open')
  expect(actionsIn({ ...CHOICES, doors: [] })).not.toContain('door.open')
})

test('what is wrong is beside its field', () => {
  const context = contextOf(undefined)
  const values = valuesOf(context)
  const ids = (change: object, others: string[] = []) =>
    Object.fromEntries(
      Object.entries(checkForm({ ...values, ...change }, context, others)).map(([field, wrong]) => [
        field,
        wrong.id,
      ]),
    )
  expect(ids({})).toEqual({
    name: 'validation.errorRequired',
    start: 'validation.errorRequired',
    action: 'validation.errorRequired',
  })
  const mail = { name: 'Ring', start: 'callButton', action: 'notification.smtp' }
  expect(ids(mail, ['Ring'])).toEqual({ name: 'reader.nameExists' })
  expect(ids({ ...mail, 'to-smtp': '' })).toEqual({ 'to-smtp': 'validation.errorRequired' })
  expect(ids({ ...mail, 'to-smtp': '99' })).toEqual({ 'to-smtp': 'validation.gone' })
  expect(ids({ ...mail, start: 'none' })).toEqual({ start: 'validation.ruleWithoutEvent' })
  expect(ids({ ...mail, c2: NOT_CHOSEN })).toEqual({ c2: 'validation.errorRequired' })
  expect(ids({ ...mail, c1: 'schedule', c3: 'input', 'c3-input-InputToken': '' })).toEqual({
    'c3-input-InputToken': 'validation.errorRequired',
  })
  expect(ids({ ...mail, delay: '', retries: ' ' })).toEqual({
    delay: 'validation.errorRequired',
    retries: 'validation.errorRequired',
  })
  // Only deliveries are tried again.
  expect(ids({ ...mail, action: 'call.end', retries: '' })).toEqual({})
  expect(ids({ ...mail, delay: 'soon', retries: '11' })).toEqual({
    delay: 'validation.errorNaN',
    retries: 'validation.errorBetween',
  })
  expect(ids({ ...mail, action: 'ledcontrol', runs: 'unlimited' })).toEqual({
    runs: 'validation.ruleWithoutState',
  })
  expect(
    ids({ ...mail, action: 'recording.storage', 'p-recording_storage-post_duration': '601' }),
  ).toEqual({
    'p-recording_storage-post_duration': 'validation.numberBetween',
  })
})

test('seconds may have decimals, also those that another client has set', () => {
  const field = 'p-recording_storage-post_duration'
  const opened = {
    ...RULE,
    template: 'com.axis.action.fixed.recording.storage',
    recipient: '',
    parameters: { storage_id: 'SD_DISK', post_duration: '2500' },
  }
  const context = contextOf(opened)
  const values = valuesOf(context)
  expect(values[field]).toBe('2.5')
  expect(checkForm(values, context, [])).toEqual({})
  const typed = { ...values, [field]: ' 0,5 ' }
  expect(checkForm(typed, context, [])).toEqual({})
  expect(ruleIn(typed, context).parameters).toMatchObject({ post_duration: '500' })
  const wrong = { ...values, [field]: '600.1' }
  expect(checkForm(wrong, context, [])[field]).toEqual({
    id: 'validation.numberBetween',
    values: { min: 0, max: 600 },
  })
})

test.each([
  ['add', { kind: 'add' }],
  ['log', { kind: 'log' }],
  ['rule/7', { kind: 'rule', id: '7' }],
  ['copy/7', { kind: 'copy', id: '7' }],
] as const)('the view %s and its name convert both ways', (name, view) => {
  expect(viewCalled(name)).toEqual(view)
  expect(viewName(view)).toBe(name)
})

test.each(['', 'rule/', 'other/7'])('%j names no view', (name) => {
  expect(viewCalled(name)).toBeUndefined()
})
