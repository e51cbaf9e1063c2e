import type { ActionLogEntry } from '@lintel/contract/calls/action-rules'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeDevice } from '../app/testing/fake-device.ts'
import { POLL_INTERVAL } from '../app/timing.ts'
import { catalogues } from './catalogues.ts'
import { RuleList } from './rule-list.tsx'
import { CHOICES, GUARD, RULE } from './testing/rules.ts'

const pageOf = (...items: object[]) => ({ items, total: items.length, version: '1' })

function show(rules = [RULE], choices = CHOICES) {
  const state = {
    rules,
    recipients: [GUARD],
    choices,
    time: { localDateTime: '2026-11-20T14:07:32+01:00', timeZone: 'Europe/Stockholm' },
  }
  return renderWithMessages(
    // As the page is rendered.
    <StrictMode>
      <RuleList state={state} again={() => Promise.resolve()} onOpen={() => {}} />
    </StrictMode>,
    'en',
    catalogues,
  )
}

const switchOff = () => userEvent.click(screen.getByRole('switch', { name: 'Ring is switched on' }))

test.each<[string, object, boolean]>([
  ['has it', { ...RULE, version: '4', enabled: false }, true],
  ['does not have it', RULE, false],
  ['has another change of somebody else', { ...RULE, version: '4' }, false],
])('a switch whose response was lost is reported unless the device %s', async (_, now, isSaved) => {
  const asked = fakeDevice({
    'GET /lintel/action-rules': () => pageOf(now),
    'POST /lintel/action-rules/update': () => 'lost',
  })
  show()
  await switchOff()
  await expect.poll(() => asked.length).toBe(2)
  const { stopped: _stopped, lastStarted: _lastStarted, ...saved } = RULE
  expect(asked[0]).toEqual(['POST /lintel/action-rules/update', { ...saved, enabled: false }])
  await expect.poll(() => screen.queryByText('Not saved.') === null).toBe(isSaved)
})

test('a switch that the device refuses is reported, whatever somebody else has done', async () => {
  const asked = fakeDevice({
    'GET /lintel/action-rules': () => pageOf({ ...RULE, version: '4', enabled: false }),
    'POST /lintel/action-rules/update': () => 412,
  })
  show()
  await switchOff()
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Somebody else has changed this in the meantime.')
  expect(asked).toHaveLength(2)
})

const ENTRY: ActionLogEntry = {
  id: '2',
  version: '1',
  at: '2026-11-20T13:07:32Z',
  ruleId: RULE.id,
  rule: RULE.name,
  topic: '',
  template: RULE.template,
  result: 'failed',
  reason: 'unreachable',
  detail: 'ECONNREFUSED',
  count: 3,
}

/** Presses "Run"; the log has what was there before, and then these entries too. */
async function run(
  added: readonly Partial<ActionLogEntry>[],
  answer: () => object | number | 'lost',
) {
  let reads = 0
  fakeDevice({
    'GET /lintel/action-rules/log': () => {
      reads += 1
      const before = { ...ENTRY, id: '1', result: 'done' }
      return pageOf(before, ...(reads === 1 ? [] : added.map((one) => ({ ...ENTRY, ...one }))))
    },
    'POST /lintel/action-rules/run': answer,
  })
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Run Ring' }))
  return () => document.querySelector('output')?.textContent
}

test.each<[string, () => object | 'lost']>([
  ['is started', () => ({})],
  ['is started, although the response is lost', () => 'lost'],
])('a run that %s ends as its own entry in the log says', async (_, answer) => {
  const shown = await run(
    [
      { id: '5', result: 'started' },
      { id: '4', topic: 'Device/Lintel/CallButton', result: 'done' },
      { id: '3', ruleId: 'other', result: 'done' },
      {},
    ],
    answer,
  )
  await expect.poll(shown).toBe("FailedThe server can't be reached. (ECONNREFUSED) 3 tries")
})

test('a run that the device refuses is reported', async () => {
  const shown = await run([], () => 409)
  await expect.poll(shown).toContain("That didn't work.")
})

test('a page that is left no longer asks how a run goes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked = fakeDevice({
    'GET /lintel/action-rules/log': () => pageOf(),
    'POST /lintel/action-rules/run': () => ({}),
  })
  const { unmount } = show()
  fireEvent.click(screen.getByRole('button', { name: 'Run Ring' }))
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL)
  expect(asked).toHaveLength(4)
  unmount()
  await vi.advanceTimersByTimeAsync(10 * POLL_INTERVAL)
  expect(asked).toHaveLength(4)
})

test('without rules, the example is one that the device can have', () => {
  const { unmount } = show([])
  expect(document.body.textContent).toContain('when the call button is pressed')
  unmount()
  const events = CHOICES.events.filter(({ id }) => id !== 'callButton')
  show([], { ...CHOICES, events })
  expect(document.body.textContent).toContain('when a sign-in fails')
})
