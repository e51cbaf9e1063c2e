import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import { snmp } from '@lintel/contract/parameters/snmp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startClock } from '../clock/clock.ts'
import { openLog } from '../log.ts'
import { group, live } from '../products/group.ts'
import { openDatabase } from './database.ts'
import { openParameters } from './parameters.ts'
import { openTrial } from './trial.ts'
import type { TrialRecord } from './trial.ts'

const ADMIN = ['admin']
const definitions = [
  ...group(
    'SNMP',
    snmp,
    { read: 'viewer', write: 'admin' },
    {
      SysContact: '1',
      SysLocation: 'r',
      V1ReadCommunity: live(({ get }) => get('root.SNMP.SysContact')),
    },
  ),
]
const START = { user: 'anna', groups: ADMIN, note: { from: '1', to: '2' } }

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-trial-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A device running on that folder; `cut` ends it like a power cut. */
function run(folder = folderOfTest()) {
  let full = false
  const database = openDatabase(join(folder, 'state.db'), { diskFull: () => full })
  const clock = startClock({ host: { now: () => 1_000_000, monotonic: () => 0 } })
  const parameters = openParameters(database, definitions, {
    serial: 'AECC8E000001',
    lease: () => undefined,
    place: () => ({ address: '', subnetMask: '', broadcast: '' }),
    ipv6: () => [],
    rtspPort: () => 554,
    rootPasswordSet: () => true,
    now: () => clock.now(),
  })
  const reverted: TrialRecord[] = []
  const log = openLog('silent')
  const trial = openTrial({
    database,
    parameters,
    clock,
    log,
    onReverted: (record) => reverted.push(record),
  })
  const changes: string[][] = []
  parameters.subscribe('root.SNMP', (changed) => changes.push(changed))
  const cut = () => {
    trial.close()
    database.close()
  }
  onTestFinished(() => {
    trial.close()
    try {
      database.close()
    } catch {
      // Closed by the test.
    }
  })
  const get = () => parameters.get('root.SNMP.SysContact')
  return {
    folder,
    database,
    clock,
    parameters,
    trial,
    reverted,
    changes,
    cut,
    get,
    fill: (now: boolean) => (full = now),
  }
}

const values = (address: string) => ({ 'root.SNMP.SysContact': address })

test('a trial takes effect at once and notifies like any change', () => {
  const { trial, changes, parameters, get } = run()
  trial.start({ ...START, values: values('2') })
  expect(get()).toBe('2')
  expect(parameters.get('root.SNMP.V1ReadCommunity')).toBe('2')
  expect(changes).toEqual([['root.SNMP.SysContact']])
  expect(trial.record()).toMatchObject({ state: 'running', user: 'anna', note: { to: '2' } })
})

test('an unconfirmed trial reverts after two minutes of the device’s clock', async () => {
  const { trial, clock, get, reverted, changes } = run()
  trial.start({ ...START, values: values('2') })
  await clock.advance(119_999)
  expect(get()).toBe('2')
  await clock.advance(1)
  expect(get()).toBe('1')
  expect(changes).toHaveLength(2)
  expect(reverted).toEqual([trial.record()])
  expect(trial.record()).toEqual({
    state: 'unconfirmed',
    user: 'anna',
    note: START.note,
    at: 1_120_000,
  })
})

test.each(['2', '1', '3'])(
  'a plain write of the tried parameters, to %s, is stored and ends the trial',
  async (address) => {
    const { trial, clock, parameters, get, reverted, folder, cut } = run()
    trial.start({ ...START, values: values('2') })
    parameters.update(values(address), ADMIN)
    expect(trial.record()).toBeUndefined()
    await clock.advance(120_000)
    expect([get(), reverted]).toEqual([address, []])
    cut()
    const next = run(folder)
    expect([next.get(), next.trial.record()]).toEqual([address, undefined])
  },
)

test('a plain write succeeds even if the end of the trial can’t be stored', () => {
  const { trial, database, parameters, get } = run()
  trial.start({ ...START, values: values('2') })
  const write = database.run.bind(database)
  vi.spyOn(database, 'run').mockImplementation((sql, ...given) => {
    if (sql === 'DELETE FROM trial') throw new Refusal('storage', 'full')
    write(sql, ...given)
  })
  parameters.update(values('3'), ADMIN)
  expect([get(), trial.record()]).toEqual(['3', undefined])
})

test('a plain write of other or some parameters leaves the rest on trial', async () => {
  const { trial, clock, parameters, get, reverted } = run()
  trial.start({ ...START, values: { ...values('2'), 'root.SNMP.SysLocation': 's' } })
  parameters.update({ 'root.SNMP.SysLocation': 't' }, ADMIN)
  expect(trial.record()?.state).toBe('running')
  await clock.advance(120_000)
  expect([get(), parameters.get('root.SNMP.SysLocation'), reverted.length]).toEqual(['1', 't', 1])
})

test('a trial of stored values has nothing to revert', async () => {
  const { trial, clock, reverted } = run()
  trial.start({ ...START, values: values('2') })
  trial.start({ ...START, values: values('1') })
  await clock.advance(120_000)
  expect([trial.record(), reverted]).toEqual([undefined, []])
})

test('a trial that puts the stored values back can be confirmed', async () => {
  const { trial } = run()
  trial.start({ ...START, values: values('2') })
  const ticket = trial.start({ ...START, values: values('1') })
  // Lets the first trial end.
  await new Promise(setImmediate)
  expect(trial.record()?.state).toBe('running')
  expect(trial.confirm(ticket)).toBe('anna')
})

test('its ticket confirms the trial, once, and no other ticket does', async () => {
  const { trial, clock, get, folder, cut, reverted } = run()
  const ticket = trial.start({ ...START, values: values('2') })
  expect(ticket).toMatch(/^[\w-]{43}$/)
  expect(trial.confirm('')).toBeUndefined()
  expect(trial.confirm(`${ticket}x`)).toBeUndefined()
  expect(trial.confirm(ticket)).toBe('anna')
  expect(trial.confirm(ticket)).toBeUndefined()
  expect(trial.record()).toBeUndefined()
  await clock.advance(300_000)
  expect([get(), reverted]).toEqual(['2', []])
  cut()
  expect(run(folder).get()).toBe('2')
})

test('the end of the process ends the trial, and the next start reports it', () => {
  const { trial, folder, cut } = run()
  const ticket = trial.start({ ...START, values: values('2') })
  cut()
  const next = run(folder)
  expect(next.get()).toBe('1')
  expect(next.reverted).toHaveLength(1)
  expect(next.trial.record()).toMatchObject({ state: 'restarted', user: 'anna' })
  expect(next.trial.confirm(ticket)).toBeUndefined()
  next.cut()
  const third = run(folder)
  expect(third.reverted).toEqual([])
  expect(third.trial.record()).toMatchObject({ state: 'restarted' })
  third.trial.dismiss()
  expect(third.trial.record()).toBeUndefined()
  third.cut()
  expect(run(folder).trial.record()).toBeUndefined()
})

test('a trial is all or nothing and validated like a plain write', () => {
  const { trial, get, changes, parameters } = run()
  const tries = [
    { ...values('2'), 'root.SNMP.SysLocation': 'too long '.repeat(29) },
    { ...values('2'), 'root.SNMP.V1ReadCommunity': '3' },
    { ...values('2'), 'root.Net.Unknown': '3' },
  ]
  for (const wrong of tries) {
    expect(() => trial.start({ ...START, values: wrong })).toThrow(/^Error setting/)
  }
  const viewer = { ...START, groups: ['viewer'], values: values('2') }
  expect(() => trial.start(viewer)).toThrow(/No right/)
  expect([get(), parameters.get('root.SNMP.SysLocation'), changes, trial.record()]).toEqual([
    '1',
    'r',
    [],
    undefined,
  ])
})

test('a plain write during a trial outlasts it', async () => {
  const { trial, clock, get, parameters, folder, cut } = run()
  trial.start({ ...START, values: { ...values('2'), 'root.SNMP.SysLocation': 'new' } })
  parameters.update(values('2'), ADMIN)
  await clock.advance(120_000)
  expect([get(), parameters.get('root.SNMP.SysLocation')]).toEqual(['2', 'r'])
  cut()
  expect(run(folder).get()).toBe('2')
})

test('a second trial replaces the first of the same account and is refused for another', async () => {
  const { trial, get, parameters, clock } = run()
  const first = trial.start({
    ...START,
    values: { ...values('2'), 'root.SNMP.SysLocation': 'new' },
  })
  expect(() => trial.start({ ...START, user: 'ben', values: values('3') })).toThrow(/on trial/)
  await clock.advance(60_000)
  const second = trial.start({ ...START, values: values('3') })
  expect([get(), parameters.get('root.SNMP.SysLocation')]).toEqual(['3', 'r'])
  await clock.advance(119_000)
  expect(get()).toBe('3')
  expect(trial.confirm(first)).toBeUndefined()
  expect(trial.confirm(second)).toBe('anna')
})

test('a full disk refuses to start or confirm a trial, but not to revert one', async () => {
  const { trial, clock, get, fill } = run()
  fill(true)
  expect(() => trial.start({ ...START, values: values('2') })).toThrow(/storage/)
  expect([get(), trial.record()]).toEqual(['1', undefined])
  fill(false)
  const ticket = trial.start({ ...START, values: values('2') })
  fill(true)
  expect(() => trial.confirm(ticket)).toThrow(/storage/)
  expect(get()).toBe('2')
  await clock.advance(120_000)
  expect(get()).toBe('1')
  expect(trial.record()).toMatchObject({ state: 'unconfirmed' })
})

test('restoring a snapshot ends the trial, also one in the snapshot', () => {
  const { trial, database, get, folder, reverted } = run()
  const before = join(folder, 'before.db')
  const during = join(folder, 'during.db')
  database.save(before)
  const ticket = trial.start({ ...START, values: values('2') })
  database.save(during)
  database.restore(before)
  expect([get(), trial.record(), reverted]).toEqual(['1', undefined, []])
  expect(trial.confirm(ticket)).toBeUndefined()
  database.restore(during)
  expect(get()).toBe('1')
  expect(trial.record()).toMatchObject({ state: 'restarted' })
})

test('a guard over several parameters sees the tried values and can refuse them all', () => {
  const { parameters, trial } = run()
  const seen: string[] = []
  parameters.guard(['root.SNMP.SysContact'], (get, changed) => {
    seen.push(`${get('root.SNMP.SysContact')} ${get('root.SNMP.SysLocation')} by ${changed.join()}`)
    if (get('root.SNMP.SysContact') === get('root.SNMP.SysLocation')) throw new Error('the same')
  })
  trial.start({ ...START, values: { 'root.SNMP.SysLocation': '3' } })
  const both = { 'root.SNMP.SysContact': '3', 'root.SNMP.SysLocation': '3' }
  expect(() => parameters.update(both, ADMIN)).toThrow('the same')
  expect(parameters.get('root.SNMP.SysContact')).toBe('1')
  parameters.update({ 'root.SNMP.SysContact': '2' }, ADMIN)
  // A new trial replaces the previous one.
  expect(() => trial.start({ ...START, values: { 'root.SNMP.SysContact': 'r' } })).toThrow(
    'the same',
  )
  expect(parameters.get('root.SNMP.SysLocation')).toBe('3')
  expect(parameters.stored('root.SNMP.SysLocation')).toBe('r')
  expect(seen).toEqual([
    '3 3 by root.SNMP.SysContact,root.SNMP.SysLocation',
    '2 3 by root.SNMP.SysContact',
    'r r by root.SNMP.SysContact',
  ])
})
