import { readFileSync } from 'node:fs'
import { CALL_LOG_MAX } from '@lintel/contract/calls/call-log'
import { expect, test } from 'vitest'
import { openCallLog } from '../../state/call-log.ts'
import { openSipDevice } from '../testing/sip-device.ts'
import { csvLine } from '../csv.ts'

type Open = Awaited<ReturnType<typeof openSipDevice>>

/** 14:07:32 in Stockholm. */
const START = Date.UTC(2026, 10, 20, 13, 7, 32)
const DAY = 86_400_000

async function page({ device }: Open, query = '') {
  const answer = await device.fetch(`/lintel/calls/log${query}`, { as: 'root' })
  return (await answer.json()) as { items: Record<string, unknown>[]; total: number }
}

/** A call that lasted so many milliseconds, or was not answered. */
function pastCall({ agent }: Open, callId: string, lasted: number | undefined, more: object = {}) {
  const answered = lasted === undefined ? undefined : START
  const ended = START + (lasted ?? 0)
  agent.happens({ callId, ...more })
  agent.happens({ callId, state: 'terminated', answered, ended, codec: 'PCMA', ...more })
}

test('a call has a row from its beginning, which tells how it ended', async () => {
  const open = await openSipDevice()
  open.agent.happens({ callId: 'In-1' })
  const row = async () => (await page(open)).items[0]
  expect(await row()).toMatchObject({
    callId: 'In-1',
    started: '2026-11-20T13:07:32.000Z',
    direction: 'incoming',
    account: 'sip_account_0',
    accountName: 'Peer-to-peer',
    remote: 'sip:6001@192.0.2.1',
    outcome: 'ongoing',
  })
  open.agent.happens({ callId: 'In-1', state: 'active', answered: START, codec: 'G.722' })
  expect(await row()).toMatchObject({ outcome: 'ongoing', codec: 'G.722' })
  open.agent.happens({ callId: 'In-1', state: 'terminated', ended: START + 61_400 })
  expect(await row()).toMatchObject({ outcome: 'answered', seconds: 61, code: 0 })
  expect(await row()).not.toHaveProperty('day')
  pastCall(open, 'Out-2', undefined, { direction: 'outgoing', code: 486, reason: 'Busy Here' })
  expect((await page(open)).items[1]).toMatchObject({
    outcome: 'unanswered',
    seconds: 0,
    code: 486,
    reason: 'Busy Here',
  })
})

test('a call during which the clock was set back has no negative duration', async () => {
  const open = await openSipDevice()
  pastCall(open, 'A', -3_600_000)
  expect((await page(open)).items[0]).toMatchObject({ outcome: 'answered', seconds: 0 })
})

test('rows are filtered, and sorted by number, too', async () => {
  const open = await openSipDevice()
  pastCall(open, 'A', 9_000, { remote: 'sip:anna@192.0.2.1', remoteUri: 'sip:anna@192.0.2.1' })
  pastCall(open, 'B', 100_000, { remoteUri: 'sip:bob@192.0.2.1' })
  pastCall(open, 'C', 20_000, { remoteUri: 'sip:bob@192.0.2.2' })
  const order = async (query: string) => (await page(open, query)).items.map(({ callId }) => callId)
  expect(await order('?sort=seconds')).toEqual(['A', 'C', 'B'])
  expect(await order('?sort=seconds&descending=true')).toEqual(['B', 'C', 'A'])
  expect(await order('?filter=BOB&sort=remote')).toEqual(['B', 'C'])
  expect((await page(open, '?limit=1')).total).toBe(3)
})

test('calls are counted by local days, also on those without any', async () => {
  const open = await openSipDevice()
  // In Stockholm this is the next day, half past midnight.
  const late = Date.UTC(2026, 10, 18, 23, 30)
  pastCall(open, 'A', 5_000)
  pastCall(open, 'B', undefined, { direction: 'outgoing', code: 486 })
  pastCall(open, 'C', 5_000, { started: late })
  pastCall(open, 'D', 5_000, { started: START - 40 * DAY })
  const answer = await open.device.fetch('/lintel/calls/per-day?days=3', { as: 'root' })
  expect(await answer.json()).toEqual({
    days: [
      { day: '2026-11-18', incoming: 0, outgoing: 0, answered: 0 },
      { day: '2026-11-19', incoming: 1, outgoing: 0, answered: 1 },
      { day: '2026-11-20', incoming: 1, outgoing: 1, answered: 1 },
    ],
  })
  const wrong = await open.device.fetch('/lintel/calls/per-day?days=0', { as: 'root' })
  expect(wrong.status).toBe(400)
})

test('the log is exported whole or filtered, and no cell is a formula', async () => {
  const open = await openSipDevice()
  await open.ask('SetSIPAccount', {
    SIPAccount: { Id: 'sip_account_0', UserId: 'a', Name: '=HYPERLINK("x","y")' },
  })
  pastCall(open, 'A', 5_000)
  pastCall(open, 'B', 5_000, { remoteUri: 'sip:bob@192.0.2.2' })
  const answer = await open.device.fetch('/lintel/calls/log.csv', { as: 'root' })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('calls.csv')
  expect(await answer.text()).toBe(
    'started,direction,account,accountName,remote,seconds,outcome,code,reason,codec,encrypted\r\n' +
      `2026-11-20T13:07:32.000Z,incoming,sip_account_0,"'=HYPERLINK(""x"",""y"")",sip:6001@192.0.2.1,5,answered,0,,PCMA,false\r\n` +
      `2026-11-20T13:07:32.000Z,incoming,sip_account_0,"'=HYPERLINK(""x"",""y"")",sip:bob@192.0.2.2,5,answered,0,,PCMA,false\r\n`,
  )
  const some = await open.device.text('/lintel/calls/log.csv?filter=bob', { as: 'root' })
  expect(some.trim().split('\r\n')).toHaveLength(2)
})

test.each([
  ['+1', "'+1\r\n"],
  ['-1', "'-1\r\n"],
  ['@SUM(A1)', "'@SUM(A1)\r\n"],
  ['\t=1', "'\t=1\r\n"],
  ['\r=1', `"'\r=1"\r\n`],
  ['\n=1', '"\'\n=1"\r\n'],
  ['＝1', "'＝1\r\n"],
  ['a,b', '"a,b"\r\n'],
  ['a\nb', '"a\nb"\r\n'],
])('%j is one cell', (value, line) => {
  expect(csvLine([value])).toBe(line)
})

test('the log is cleared for good, but for calls that are going on', async () => {
  const open = await openSipDevice()
  const clear = () => open.device.fetch('/lintel/calls/log/clear', { as: 'root', method: 'POST' })
  pastCall(open, 'A', 5_000, { remoteUri: 'sip:somebody@192.0.2.1' })
  pastCall(open, 'B', undefined, { direction: 'outgoing', code: 486 })
  open.agent.happens({ callId: 'C', state: 'active', answered: START })
  const answer = await clear()
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  expect(await page(open)).toMatchObject({ items: [{ callId: 'C' }], total: 1 })
  const day = async () => {
    const counts = await open.device.fetch('/lintel/calls/per-day?days=1', { as: 'root' })
    return ((await counts.json()) as { days: object[] }).days[0]
  }
  expect(await day()).toMatchObject({ incoming: 1, outgoing: 0 })
  // On the disk too, also in what SQLite keeps beside the file.
  const path = open.device.database.get('PRAGMA database_list')?.['file']
  const left = ['', '-wal'].map((suffix) => readFileSync(`${path}${suffix}`, 'latin1')).join('')
  expect(['call_log', 'somebody'].map((text) => left.includes(text))).toEqual([true, false])
  open.agent.happens({ callId: 'C', state: 'terminated', answered: START, ended: START + 3000 })
  expect(await page(open)).toMatchObject({ items: [{ callId: 'C', outcome: 'answered' }] })
  expect((await clear()).status).toBe(200)
  expect((await page(open)).total).toBe(0)
})

test('on a full disk the log stays as it is', async () => {
  const open = await openSipDevice()
  pastCall(open, 'A', 5_000)
  open.device.fillDisk(true)
  const answer = await open.device.fetch('/lintel/calls/log/clear', { as: 'root', method: 'POST' })
  expect(answer.status).toBe(507)
  open.device.fillDisk(false)
  expect((await page(open)).total).toBe(1)
})

test('only administrators read who called', async () => {
  const { device } = await openSipDevice()
  for (const path of ['log', 'log.csv', 'per-day', 'ladder']) {
    expect((await device.fetch(`/lintel/calls/${path}`, { as: 'oper' })).status).toBe(403)
  }
  const clear = await device.fetch('/lintel/calls/log/clear', { as: 'oper', method: 'POST' })
  expect(clear.status).toBe(403)
})

test('a call that a power cut ends is shown as ended by a restart', async () => {
  const open = await openSipDevice()
  const { callLog } = open.device
  open.agent.happens({ callId: 'In-1', state: 'active', answered: START })
  callLog.closeOpen(['In-1'])
  expect((await page(open)).items[0]).toMatchObject({ outcome: 'ongoing' })
  // The next start knows of no calls.
  openCallLog(open.device.database).closeOpen([])
  expect((await page(open)).items[0]).toMatchObject({ outcome: 'restart' })
})

test('the log keeps its newest rows, ten thousand and more, and finds them quickly', async () => {
  const open = await openSipDevice()
  const { database, callLog } = open.device
  const row = (index: number) => ({
    callId: `C-${index}`,
    started: new Date(START + index * 1000).toISOString(),
    day: '2026-11-20',
    direction: 'incoming' as const,
    account: 'sip_account_0',
    accountName: 'Gate',
    remote: `sip:${index}@192.0.2.1`,
    seconds: index,
    outcome: 'answered' as const,
    code: 0,
    reason: '',
    codec: '',
    encrypted: false,
  })
  database.tx(() => {
    for (let index = 0; index < 10_000; index += 1) callLog.begin(row(index))
  })
  const newest = await page(open, '?sort=started&descending=true&limit=1')
  expect(newest).toMatchObject({ items: [{ callId: 'C-9999' }], total: 10_000 })
  expect(CALL_LOG_MAX).toBeGreaterThan(10_000)
  const small = openCallLog(database, 10_000)
  small.begin(row(10_000))
  expect((await page(open, '?limit=1')).items[0]).toMatchObject({ callId: 'C-1' })
})

test('a full disk doesn’t disturb a call', async () => {
  const open = await openSipDevice()
  open.device.fillDisk(true)
  open.agent.happens({ callId: 'In-1', state: 'active', answered: START })
  open.device.fillDisk(false)
  open.agent.happens({ callId: 'In-1', state: 'terminated', ended: START + 3000 })
  expect((await page(open)).items).toMatchObject([{ callId: 'In-1', outcome: 'answered' }])
})
