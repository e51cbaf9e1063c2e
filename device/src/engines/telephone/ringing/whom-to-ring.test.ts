import type { EntryType } from '@lintel/contract/rules/phonebook'
import { expect, test } from 'vitest'
import type { StoredEntry } from '../../../state/phonebook/rows.ts'
import { whomToRing } from './whom-to-ring.ts'
import type { RingingRules } from './whom-to-ring.ts'

interface Written {
  type: EntryType
  name?: string
  /** `sip:…` with an account after a space, or `VMS`; schedules after a bar. */
  calls?: readonly string[]
  children?: readonly string[]
}

function callIn(written: string) {
  const [what = '', schedules = ''] = written.split('|')
  const scheduleIds = schedules === '' ? [] : schedules.split(',')
  const [address = '', accountid = ''] = what.split(' ')
  return address === 'VMS'
    ? { type: 'VMS' as const, scheduleIds }
    : { type: 'SIP' as const, address, accountid, scheduleIds }
}

/** Whom a phonebook rings from `start`, in words; schedules named `day` are active. */
const ringing = (...book: Parameters<typeof stepsOf>) => Array.from(stepsOf(...book))

function* stepsOf(
  book: Record<string, Written>,
  start: string,
  rules: Partial<RingingRules> = {},
): Generator<string> {
  const entries = new Map(
    Object.entries(book).map(([entry, { type, name = '', calls }]) => [
      entry,
      {
        entry,
        type,
        label: type === 'Person' ? '' : name,
        firstName: type === 'Person' ? name : '',
        lastName: '',
        record: calls ? { callInformation: calls.map(callIn) } : {},
      } as unknown as StoredEntry,
    ]),
  )
  const steps = whomToRing(
    {
      phonebook: {
        find: (id) => entries.get(id),
        childrenOf: ({ entry }) => [...(book[entry]?.children ?? [])],
      },
      isActive: (schedule) => (schedule === 'gone' ? undefined : schedule === 'day'),
      accountFor: (id) => id || 'main',
      tellsVms: () => true,
      ...rules,
    },
    start,
  )
  for (const step of steps) {
    if (step.do === 'call') yield `${step.name}: ${step.address} with ${step.account}`
    else yield step.do === 'tell' ? `${step.name}: VMS` : `${step.name}: ${step.why}`
  }
}

test('recipients are rung in order, each with the fallback of its own, then the fallback of the rule (PHONEBOOK-78)', () => {
  const book: Record<string, Written> = {
    // The fallback is last wherever it was written.
    rule: { type: 'Rule', name: 'Bell', children: ['last', 'ada', 'desk', 'bob'] },
    ada: { type: 'Person', name: 'Ada', calls: ['sip:a1', 'sip:a2 pbx'], children: ['instead'] },
    instead: { type: 'Fallback', children: ['carl'] },
    carl: { type: 'Person', name: 'Carl', calls: ['sip:c'] },
    desk: { type: 'CallInfo', name: 'Desk', calls: ['sip:desk'] },
    bob: { type: 'Person', name: 'Bob', calls: ['sip:b'] },
    last: { type: 'Fallback', calls: ['sip:night pbx'] },
  }
  expect(ringing(book, 'rule')).toEqual([
    'Ada: sip:a1 with main',
    'Ada: sip:a2 with pbx',
    'Carl: sip:c with main',
    'Desk: sip:desk with main',
    'Bob: sip:b with main',
    'sip:night: sip:night with pbx',
  ])
  expect(ringing(book, 'ada')).toEqual([
    'Ada: sip:a1 with main',
    'Ada: sip:a2 with pbx',
    'Carl: sip:c with main',
  ])
})

test('the video management software is told first, or passed over while it is switched off (PHONEBOOK-72)', () => {
  const book: Record<string, Written> = {
    rule: { type: 'Rule', name: 'Bell', calls: ['VMS'], children: ['ada'] },
    ada: { type: 'Person', name: 'Ada', calls: ['VMS', 'sip:a'] },
  }
  expect(ringing(book, 'rule')).toEqual(['Bell: VMS', 'Ada: VMS', 'Ada: sip:a with main'])
  expect(ringing(book, 'rule', { tellsVms: () => false })).toEqual([
    'Bell: vmsOff',
    'Ada: vmsOff',
    'Ada: sip:a with main',
  ])
})

test('only addresses are rung that are available now; a schedule that is gone is not active (OPEN-59)', () => {
  const book: Record<string, Written> = {
    rule: { type: 'Rule', name: 'Bell', children: ['ada', 'bob', 'carl', 'dora', 'eve'] },
    ada: { type: 'Person', name: 'Ada', calls: ['sip:a1|night', 'sip:a2|night,day', 'sip:a3'] },
    bob: { type: 'Person', name: 'Bob', calls: ['sip:b|night', 'VMS|gone'], children: ['instead'] },
    instead: { type: 'Fallback', calls: ['sip:instead'] },
    carl: { type: 'Person', name: 'Carl', calls: [] },
    dora: { type: 'Person', name: 'Dora', children: ['none'] },
    none: { type: 'Fallback' },
    eve: { type: 'Person', name: 'Eve', calls: ['VMS|day'] },
  }
  expect(ringing(book, 'rule')).toEqual([
    'Ada: sip:a2 with main',
    'Ada: sip:a3 with main',
    'Bob: notNow',
    'sip:instead: sip:instead with main',
    'Carl: noAddress',
    'Dora: noAddress',
    'Eve: VMS',
  ])
})

test('fallbacks that lead back end after everybody had one turn', () => {
  const contact = (name: string, fallback: string): Written => ({
    type: 'Person',
    name,
    calls: [`sip:${name}`],
    children: [fallback],
  })
  const book: Record<string, Written> = {
    rule: { type: 'Rule', name: 'Bell', children: ['ada', 'bob', 'toAda'] },
    ada: contact('Ada', 'toBob'),
    bob: contact('Bob', 'toCarl'),
    carl: contact('Carl', 'back'),
    toBob: { type: 'Fallback', children: ['bob'] },
    toCarl: { type: 'Fallback', children: ['carl'] },
    back: { type: 'Fallback', children: ['ada'] },
    toAda: { type: 'Fallback', children: ['ada'] },
  }
  expect(ringing(book, 'rule')).toEqual([
    'Ada: sip:Ada with main',
    'Bob: sip:Bob with main',
    'Carl: sip:Carl with main',
  ])
  expect(ringing(book, 'carl')[0]).toBe('Carl: sip:Carl with main')
})

test('an address that two contacts share is rung once with each account', () => {
  const book: Record<string, Written> = {
    rule: { type: 'Rule', name: 'Bell', children: ['ada', 'bob', 'carl'] },
    ada: { type: 'Person', name: 'Ada', calls: ['sip:home'] },
    // The default account, by its name.
    bob: { type: 'Person', name: 'Bob', calls: ['sip:home main'] },
    carl: { type: 'Person', name: 'Carl', calls: ['sip:home pbx'] },
  }
  expect(ringing(book, 'rule')).toEqual(['Ada: sip:home with main', 'Carl: sip:home with pbx'])
})

test('the phonebook and the schedules are read when a step is taken', () => {
  const book: Record<string, Written> = {
    rule: { type: 'Rule', children: ['ada', 'bob'] },
    ada: { type: 'Person', name: 'Ada', calls: ['sip:a'] },
    bob: { type: 'Person', name: 'Bob', calls: ['sip:b|office'] },
  }
  let open = true
  const steps = stepsOf(book, 'rule', { isActive: () => open })
  expect(steps.next().value).toBe('Ada: sip:a with main')
  open = false
  expect(steps.next().value).toBe('Bob: notNow')
  expect(steps.next().done).toBe(true)
  expect(ringing(book, 'nobody')).toEqual([])
})

test('a chain of fallbacks can be as long as the phonebook', () => {
  const book: Record<string, Written> = {}
  for (let place = 0; place < 20_000; place += 1) {
    book[`p${place}`] = { type: 'Person', name: `${place}`, children: [`f${place}`] }
    book[`f${place}`] = { type: 'Fallback', children: [`p${place + 1}`] }
  }
  book['p20000'] = { type: 'Person', name: 'Last', calls: ['sip:last@a'] }
  const steps = ringing(book, 'p0')
  expect(steps).toHaveLength(20_001)
  expect(steps.at(-1)).toBe('Last: sip:last@a with main')
})
