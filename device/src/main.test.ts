import { mkdtempSync, rmSync } from 'node:fs'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildDevice, plugIn } from './testing/fake-board.ts'

const FIRST = 'action=add&user=root&pwd=pass&grp=root&sgrp=admin:operator:viewer:ptz'

beforeAll(buildDevice, 60_000)

function folder(): string {
  const created = mkdtempSync(join(tmpdir(), 'lintel-device-'))
  onTestFinished(() => rmSync(created, { recursive: true, force: true }))
  return created
}

function start(...options: Parameters<typeof plugIn>) {
  const board = plugIn(...options)
  onTestFinished(async () => {
    board.child.kill('SIGKILL')
    await board.ended
  })
  return board
}

async function running(...options: Parameters<typeof plugIn>) {
  const board = start(...options)
  const { http, https } = await board.waitFor('running')
  return { ...board, http, https }
}

const fetchText = async (http: string, path: string, init?: RequestInit) => {
  const response = await fetch(`${http}/axis-cgi/${path}`, init)
  return response.text()
}

/** The session cookie of root. */
async function signIn(http: string): Promise<string> {
  const { headers } = await fetch(`${http}/sign-in`, {
    method: 'POST',
    body: JSON.stringify({ user: 'root', password: 'pass' }),
    headers: { 'content-type': 'application/json', 'x-lintel-console': '1' },
  })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

interface Ready {
  data: { bootid: string; needsetup: string; uptime: string }
}

async function ready(http: string): Promise<Ready['data']> {
  const body = JSON.stringify({ apiVersion: '1.2', method: 'systemready' })
  const headers = { 'content-type': 'application/json' }
  const text = await fetchText(http, 'systemready.cgi', { method: 'POST', body, headers })
  return (JSON.parse(text) as Ready).data
}

/** The certificate that a port presents. */
function certificateAt(
  https: string,
): Promise<{ fingerprint256: string; subject: { CN?: unknown } }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(https)
    const socket = connect(
      { host: hostname, port: Number(port), rejectUnauthorized: false },
      () => {
        resolve(socket.getPeerCertificate())
        socket.destroy()
      },
    )
    socket.once('error', reject)
  })
}

test('the first boot answers over http at once, then generates its certificate; later boots reuse it', async () => {
  const data = folder()
  const first = await running(data)
  expect(first.https).toBeUndefined()
  expect((await ready(first.http)).needsetup).toBe('yes')
  const { https } = await first.waitFor('https')
  const shown = await certificateAt(https)
  expect(shown.subject.CN).toBe('axis-aecc8e012345')
  first.child.kill('SIGKILL')
  await first.ended
  const later = await running(data)
  expect(later.https).toBeDefined()
  expect((await certificateAt(later.https ?? '')).fingerprint256).toBe(shown.fingerprint256)
})

test('a boot takes as long as the board requests, and nothing answers before', async () => {
  const board = start(folder(), { bootSeconds: 1 })
  await board.waitFor('running')
  expect(performance.now() - board.startedAt).toBeGreaterThan(1000)
  const states = board.messages.flatMap((message) =>
    message.type === 'display' ? [message.display.state] : [],
  )
  expect(states).toEqual(['starting', 'on'])
})

test('it sends heartbeats from the start, also while it boots', async () => {
  const board = start(folder(), { bootSeconds: 60 })
  await board.waitFor('heartbeat')
  expect(board.messages.some(({ type }) => type === 'running')).toBe(false)
})

test('without a requested boot time it answers within a second', async () => {
  const data = folder()
  // Other processes of the host may delay some of the starts.
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 10 && best >= 1000; turn += 1) {
    const board = await running(data)
    await ready(board.http)
    best = Math.min(best, performance.now() - board.startedAt)
    board.child.kill('SIGKILL')
    await board.ended
  }
  expect(best).toBeLessThan(1000)
})

test('the board learns whether root has a password', async () => {
  const data = folder()
  const board = await running(data)
  await board.waitFor('setUp', ({ done }) => !done)
  expect(board.messages).not.toContainEqual({ type: 'setUp', done: true })
  await fetchText(board.http, `pwdgrp.cgi?${FIRST}`)
  await board.waitFor('setUp', ({ done }) => done)
})

test('writes that were confirmed survive a power cut (DEVICE-03)', async () => {
  const data = folder()
  const board = await running(data)
  expect(await fetchText(board.http, 'rootpwdsetvalue.cgi')).toBe('no\n')
  const created = await fetchText(board.http, 'pwdgrp.cgi', {
    method: 'POST',
    body: new URLSearchParams(FIRST),
  })
  expect(created).toContain('Created account root.')
  board.child.kill('SIGKILL')
  await board.ended
  const again = await running(data)
  expect(await fetchText(again.http, 'rootpwdsetvalue.cgi')).toBe('yes\n')
})

test('on a stop request it shuts down cleanly and at once, even while it streams', async () => {
  const board = await running(folder())
  await fetchText(board.http, 'pwdgrp.cgi', { method: 'POST', body: new URLSearchParams(FIRST) })
  await board.waitFor('https')
  const stream = await fetch(`${board.http}/axis-cgi/mjpg/video.cgi`, {
    headers: { cookie: await signIn(board.http), 'x-lintel-console': '1' },
  })
  expect(stream.status).toBe(200)
  await stream.body?.getReader().read()
  const before = performance.now()
  board.send({ type: 'stop' })
  expect((await board.ended).code).toBe(0)
  expect(performance.now() - before).toBeLessThan(1000)
  expect(board.messages.some(({ type }) => type === 'restart')).toBe(false)
})

test('the device ends when the board is gone', async () => {
  const board = await running(folder())
  board.child.disconnect()
  expect((await board.ended).signal).toBe('SIGKILL')
})

test('a log that nobody reads any more does not keep the device from exiting', async () => {
  const board = await running(folder())
  board.child.stdout?.destroy()
  board.send({ type: 'stop' })
  expect((await board.ended).code).toBe(0)
})

test('a booting device ends with the board, too', async () => {
  const board = start(folder(), { bootSeconds: 60 })
  await board.waitFor('display')
  board.child.disconnect()
  expect((await board.ended).signal).toBe('SIGKILL')
})

test('a stop request during boot doesn’t wait for the boot', async () => {
  const board = start(folder(), { bootSeconds: 60 })
  await board.waitFor('display')
  board.send({ type: 'stop' })
  expect((await board.ended).code).toBe(0)
})

test('when a port is in use the device exits with a readable log message, so that the board retries', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => {
    holder.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void holder.close())
  const { port } = holder.address() as AddressInfo
  const board = start(folder(), { ports: { http: port, https: 0, sip: 0, snmp: 0, rtsp: 0 } })
  const { code, output } = await board.ended
  expect(code).toBe(1)
  expect(output).toContain('EADDRINUSE')
})

test('a restart answers, notifies the board, exits, and comes back with a new boot id', async () => {
  const data = folder()
  const board = await running(data)
  await fetchText(board.http, 'pwdgrp.cgi', { method: 'POST', body: new URLSearchParams(FIRST) })
  const { https } = await board.waitFor('https')
  const before = await ready(board.http)
  const headers = { cookie: await signIn(board.http), 'x-lintel-console': '1' }
  expect(https).toBeDefined()
  expect(await fetchText(board.http, 'restart.cgi', { headers })).toContain('restart')
  await board.waitFor('restart')
  expect((await board.ended).code).toBe(0)
  const again = await running(data)
  expect((await ready(again.http)).bootid).not.toBe(before.bootid)
  // The session survives the restart.
  expect(await fetchText(again.http, 'usergroup.cgi', { headers })).toBe(
    'root\nadmin operator viewer ptz\n',
  )
})

test('the board saves the whole state and restores it under a running device', async () => {
  const at = folder()
  const board = await running(join(at, 'data'))
  await board.waitFor('https')
  board.send({ type: 'save', ask: 1, file: join(at, 'snapshot.db') })
  expect(await board.waitFor('done', ({ ask: number }) => number === 1)).toEqual({
    type: 'done',
    ask: 1,
  })
  await fetchText(board.http, 'pwdgrp.cgi', { method: 'POST', body: new URLSearchParams(FIRST) })
  expect(await fetchText(board.http, 'rootpwdsetvalue.cgi')).toBe('yes\n')
  board.send({
    type: 'restore',
    ask: 2,
    file: join(at, 'snapshot.db'),
    clockOffset: 3_600_000,
  })
  expect(await board.waitFor('done', ({ ask: number }) => number === 2)).toEqual({
    type: 'done',
    ask: 2,
  })
  expect(await fetchText(board.http, 'rootpwdsetvalue.cgi')).toBe('no\n')
  board.send({ type: 'restore', ask: 3, file: join(at, 'none.db'), clockOffset: 0 })
  expect((await board.waitFor('done', ({ ask: number }) => number === 3)).error).toBeDefined()
})

test('the board moves the clock forward and stores the offset', async () => {
  const board = await running(folder())
  board.send({ type: 'advance', ask: 1, milliseconds: 3_600_000 })
  await board.waitFor('done')
  expect(await board.waitFor('clock')).toEqual({ type: 'clock', offset: 3_600_000 })
  expect(Number((await ready(board.http)).uptime)).toBeGreaterThanOrEqual(3600)
})

test('with the cable unplugged nothing reaches the device', async () => {
  const board = await running(folder(), { world: { ...PLAIN_WORLD, cable: false } })
  await expect(fetch(board.http)).rejects.toThrow('fetch failed')
  board.send({ type: 'world', world: PLAIN_WORLD })
  await expect.poll(() => fetchText(board.http, 'rootpwdsetvalue.cgi').catch(() => '')).toBe('no\n')
})

test('a full disk is refused, and the counting switch is reported as used', async () => {
  const board = await running(folder())
  await board.waitFor('https')
  board.send({ type: 'faults', faults: [{ call: '*', fault: 'diskFull', times: 1 }] })
  const add = () =>
    fetchText(board.http, 'pwdgrp.cgi', { method: 'POST', body: new URLSearchParams(FIRST) })
  await expect.poll(async () => (await add()).includes('Error: ')).toBe(true)
  expect(await board.waitFor('faultUsed')).toEqual({ type: 'faultUsed', faults: [] })
  expect(await add()).toContain('Created account root.')
})
