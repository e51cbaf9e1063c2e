import { RULE_EVENTS } from '@lintel/contract/action-rules/rule-events'
import type { RuleEvent } from '@lintel/contract/action-rules/rule-events'
import { ACTION_TEMPLATES } from '@lintel/contract/action-rules/templates'
import type { NewActionRule } from '@lintel/contract/calls/action-rules'
import { LANGUAGES } from '@lintel/contract/languages'
import type { MessageId } from '@lintel/contract/messages'
import { I18n, useText } from '@lintel/ui/i18n'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import messages from '../../messages/action-rules/en.json'
import { catalogues } from './catalogues.ts'
import { languages } from './catalogues.ts?languages'
import { Sentence, useSentence } from './sentence.tsx'
import { CHOICES, GUARD, INPUT, NIGHT, RULE } from './testing/rules.ts'

type Told = Parameters<typeof Sentence>[0]['rule']

/** The sentence in English: with names in bold it is the same as plain. */
function tell(change: Partial<NewActionRule>): string {
  const rule: Told = { ...RULE, ...change }
  const around = { choices: CHOICES, recipients: [GUARD] }
  const { container } = renderWithMessages(<Sentence rule={rule} {...around} />, 'en', catalogues)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18n language="en" catalogues={catalogues}>
      {children}
    </I18n>
  )
  const { result } = renderHook(() => useSentence(around)(rule), { wrapper })
  expect(container.textContent).toBe(result.current)
  return result.current
}

const { start: _start, ...WITHOUT_START } = RULE

test.each<[Partial<NewActionRule>, string]>([
  [{}, 'When the call button is pressed, send an email to Guard.'],
  [{ delay: 1 }, 'When the call button is pressed, send an email to Guard (after 1 second).'],
  [
    { conditions: [NIGHT], delay: 5 },
    'When the call button is pressed while After Hours is active, send an email to Guard (after 5 seconds).',
  ],
  [
    {
      start: INPUT,
      template: 'com.axis.action.unlimited.io.toggle',
      recipient: '',
      parameters: { port: '1', state: 'high' },
      conditions: [NIGHT],
    },
    'As long as input Gate is active and After Hours is active, keep output Light switched on.',
  ],
  [
    {
      start: INPUT,
      template: 'com.axis.action.unlimited.io.toggle',
      recipient: '',
      parameters: { port: '3', state: 'high' },
    },
    'As long as input Gate is active, keep Front door unlocked.',
  ],
  [
    {
      template: 'com.axis.action.fixed.io.toggle',
      recipient: '',
      parameters: { port: '3', state: 'high', duration: '5' },
    },
    'When the call button is pressed, open Front door for 5 seconds.',
  ],
  [
    {
      template: 'com.axis.action.fixed.io.toggle',
      recipient: '',
      parameters: { port: '3', state: 'high', duration: '0' },
    },
    'When the call button is pressed, switch output Front door on.',
  ],
  [
    {
      template: 'com.axis.action.unlimited.ledcontrol',
      recipient: '',
      parameters: { color: 'red,none' },
      conditions: [NIGHT],
    },
    'When the call button is pressed, let the status light flash red as long as After Hours is active.',
  ],
  [
    {
      start: { topic: INPUT.topic, items: [{ name: 'LogicalState', value: '0' }] },
      template: 'com.axis.action.fixed.recording.storage',
      recipient: '',
      parameters: { storage_id: 'SD_DISK', post_duration: '10000' },
    },
    'When an input becomes inactive, record video on the SD card for 10 seconds.',
  ],
  [{ recipient: '9' }, 'When the call button is pressed, send an email to ….'],
])('%j is told as: %s', (change, sentence) => {
  expect(tell(change)).toBe(sentence)
})

test('a rule without an event is told by its conditions', () => {
  const rule: Told = { ...WITHOUT_START, conditions: [NIGHT, INPUT] }
  const around = { choices: CHOICES, recipients: [GUARD] }
  const { container } = renderWithMessages(<Sentence rule={rule} {...around} />, 'en', catalogues)
  expect(container.textContent).toBe(
    'As soon as After Hours is active and input Gate is active, send an email to Guard.',
  )
})

test.each(LANGUAGES)(
  'in $name every event and action makes a complete clause',
  async ({ code }) => {
    const error = vi.spyOn(console, 'error')
    const { catalogues: own } = await languages[code]()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <I18n language={code} catalogues={own}>
        {children}
      </I18n>
    )
    const text = renderHook(() => useText(), { wrapper }).result.current
    const say = (id: string, values: Record<string, string | number>) =>
      text(id as MessageId, values)
    for (const event of RULE_EVENTS as readonly RuleEvent[]) {
      const state = event.items.find(({ part }) => part === 'data')
      for (const value of [...(state?.values ?? []), 'any']) {
        for (const which of ['any', 'one']) {
          const values = { which, name: 'X', state: value, code: '401' }
          const clauses = [say(`actionRules.when.${event.id}`, values)]
          if (event.stateful) clauses.push(say(`actionRules.while.${event.id}`, values))
          for (const clause of clauses) expect(clause).toMatch(/^\p{L}[^{}]*[^ {}.,]$/u)
          expect(clauses.join()).not.toMatch(/ {2}|actionRules/)
        }
      }
    }
    const actions = Object.keys(messages).filter((id) => id.startsWith('actionRules.do.'))
    expect(actions.length).toBeGreaterThan(10)
    for (const id of actions) {
      for (const runs of ['fixed', 'unlimited']) {
        for (const seconds of [0, 1, 2, 5, 1.5]) {
          const more = {
            runs,
            seconds,
            state: 'low',
            disk: 'SD_DISK',
            color: 'red',
            flashes: 'true',
          }
          const clause = say(id, { to: 'X', name: 'X', ...more })
          expect(clause).toMatch(/^\p{L}[^{}]*[^ {}.,]$/u)
          expect(clause).not.toMatch(/ {2}|actionRules/)
        }
      }
    }
    expect(error).not.toHaveBeenCalled()
  },
)

test('every action has a name and a clause', () => {
  for (const { token, parameters } of ACTION_TEMPLATES) {
    const values = Object.fromEntries(parameters.map(({ name }) => [name, '1']))
    const sentence = tell({ template: token, recipient: '', parameters: values })
    expect(sentence).not.toContain(token)
    expect(sentence).not.toContain('actionRules.')
  }
})
