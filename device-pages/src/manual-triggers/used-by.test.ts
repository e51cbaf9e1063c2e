import type { ActionRule } from '@lintel/contract/calls/action-rules'
import { expect, test } from 'vitest'
import { isUsed, usesOfInput, usesOfTrigger } from './used-by.ts'

const filter = (topic: string, port?: string) => ({
  topic,
  items: port === undefined ? [] : [{ name: 'port', value: port }],
})
const INPUT = 'Device/IO/VirtualInput'
const TRIGGER = 'Device/IO/VirtualPort'

const rule = (name: string, change: Partial<ActionRule> = {}): ActionRule => ({
  id: name,
  version: '1',
  name,
  enabled: true,
  stopped: false,
  lastStarted: '',
  conditions: [],
  template: 'com.lintel.action.fixed.call.end',
  recipient: '',
  parameters: {},
  delay: 0,
  retries: 0,
  ...change,
})

const RULES = [
  rule('one', { start: filter(INPUT, '3') }),
  rule('any', { start: filter(INPUT) }),
  rule('if', { start: filter(TRIGGER, '1'), conditions: [filter(INPUT, '3')] }),
  rule('off', { start: filter(INPUT, '4'), enabled: false }),
  rule('stopped', { start: filter(INPUT, '4'), stopped: true }),
]

test('an input is used by the rules that it starts or allows', () => {
  expect(usesOfInput(RULES, 3)).toEqual({ starts: ['one', 'any'], conditionOf: ['if'] })
  expect(usesOfInput(RULES, 4)).toEqual({ starts: ['any'], conditionOf: [] })
  expect(usesOfTrigger(RULES)).toEqual({ starts: ['if'], conditionOf: [] })
  expect(isUsed(usesOfInput(RULES.slice(3), 4))).toBe(false)
})
