import { DeviceFault } from '@lintel/contract/fault'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { RESTART_KEY, parseFlag } from './flag.ts'
import type { RestartFlag } from './flag.ts'
import { createRestart } from './restart.ts'
import type { Readiness } from './restart.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 13) })
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * A restart machine with its own storage, and a device that responds as `answer` says.
 * @param shared the storages of an earlier one, as after a reload
 */
function machine(
  stored?: Partial<RestartFlag> | string,
  shared: { storage?: Kept; tab?: Kept } = {},
) {
  const { storage = memoryStorage(), tab = memoryStorage() } = shared
  if (stored !== undefined) {
    storage.setItem(RESTART_KEY, typeof stored === 'string' ? stored : JSON.stringify(stored))
  }
  const device = {
    answer: undefined as Readiness | undefined,
    polls: 0,
    upgrade: 'upgraded' as const,
    page: '/users?filter=a',
  }
  const reload = vi.fn()
  const restart = createRestart({
    storage,
    tab,
    now: () => Date.now(),
    here: () => device.page,
    ask: () => {
      device.polls += 1
      return device.answer ? Promise.resolve(device.answer) : Promise.reject(new Error('no answer'))
    },
    upgradeSoFar: () => Promise.resolve(device.upgrade),
    reload,
    brokeOff: (fault) => fault instanceof DeviceFault && fault.kind === 'unreachable',
  })
  const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  const flag = () => storage.getItem(RESTART_KEY)
  return { restart, device, reload, advance, flag, storage, tab }
}

type Kept = ReturnType<typeof memoryStorage>

const done = () => Promise.resolve()
const ready = (bootId: string) => ({ ready: true, bootId })

test('a restart of known type is polled after 30 s and then every 5 s (SHELL-110, SHELL-113)', async () => {
  const { restart, device, advance } = machine()
  await restart.begin('restart', 'a', done)
  await advance(29_999)
  expect(device.polls).toBe(0)
  await advance(1)
  expect(device.polls).toBe(1)
  await advance(4_999)
  expect(device.polls).toBe(1)
  await advance(1)
  expect(device.polls).toBe(2)
})

test('a restart of unknown type is polled at once (SHELL-111)', async () => {
  const { restart, device, advance } = machine('rubbish')
  restart.follow()
  await advance(0)
  expect(device.polls).toBe(1)
  expect(restart.state.get()?.flag.type).toBeUndefined()
})

test('the first ready response clears the flag and reloads the root page (SHELL-115)', async () => {
  const { restart, device, reload, advance, flag } = machine()
  await restart.begin('restart', 'a', done)
  expect(flag()).toContain('"type":"restart"')
  device.answer = { ready: false, bootId: 'b' }
  await advance(30_000)
  expect(reload).not.toHaveBeenCalled()
  device.answer = ready('b')
  await advance(5_000)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(flag()).toBeNull()
  await advance(60_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a device in its old boot is not back', async () => {
  const { restart, device, reload, advance } = machine()
  await restart.begin('restart', 'a', done)
  device.answer = ready('a')
  await advance(60_000)
  expect(reload).not.toHaveBeenCalled()
  expect(restart.state.get()).toMatchObject({ phase: 'waiting', closable: false })
  await advance(5_000)
  expect(restart.state.get()).toMatchObject({ phase: 'same', closable: true })
  device.answer = ready('b')
  await advance(5_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('older firmware has no boot id: ready means back', async () => {
  const { restart, device, reload, advance } = machine()
  await restart.begin('restart', undefined, done)
  device.answer = { ready: true, bootId: undefined }
  await advance(30_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('failed requests are repeated every 5 s (SHELL-114)', async () => {
  const { restart, device, advance } = machine()
  await restart.begin('restart', 'a', done)
  await advance(30_000 + 10 * 5_000)
  expect(device.polls).toBe(11)
})

test('an old flag is polled at once (SHELL-107)', async () => {
  const { restart, device, reload, advance } = machine({
    type: 'restart',
    at: Date.now() - 31_000,
    bootId: 'a',
  })
  device.answer = ready('b')
  restart.follow()
  expect(restart.state.get()?.flag.type).toBe('restart')
  await advance(0)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('after a reload a recent flag waits for the rest of the 30 s (SHELL-106, SHELL-107)', async () => {
  const { restart, device, advance } = machine({ type: 'restart', at: Date.now() - 10_000 })
  restart.follow()
  await advance(19_999)
  expect(device.polls).toBe(0)
  await advance(1)
  expect(device.polls).toBe(1)
})

test('after 15 minutes without a response the overlay can be closed, which clears the flag (SHELL-108)', async () => {
  const { restart, device, advance, flag } = machine()
  await restart.begin('upgrade', 'a', done)
  await advance(15 * 60_000)
  expect(restart.state.get()?.closable).toBe(false)
  await advance(10_000)
  expect(restart.state.get()?.closable).toBe(true)
  restart.close()
  expect([restart.state.get(), flag()]).toEqual([undefined, null])
  const { polls } = device
  await advance(60_000)
  expect(device.polls).toBe(polls)
})

test('an error response removes the flag, a dropped connection does not (MAINT-09)', async () => {
  const refused = machine()
  await expect(
    refused.restart.begin('restart', 'a', () =>
      Promise.reject(new DeviceFault('refused', 'restart', 'no')),
    ),
  ).rejects.toThrow('no')
  expect([refused.restart.state.get(), refused.flag()]).toEqual([undefined, null])
  const dropped = machine()
  await dropped.restart.begin('restart', 'a', () =>
    Promise.reject(new DeviceFault('unreachable', 'restart', '')),
  )
  expect(dropped.restart.state.get()?.phase).toBe('waiting')
  expect(dropped.flag()).not.toBeNull()
})

test('after an upgrade the success shows before the page reloads (SHELL-116)', async () => {
  const { restart, device, reload, advance, flag } = machine()
  await restart.begin('upgrade', 'a', done)
  device.answer = ready('b')
  await advance(30_000)
  expect(restart.state.get()?.phase).toBe('upgraded')
  expect([flag(), reload.mock.calls.length]).toEqual([null, 0])
  await advance(3_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('firmware that the device still tries is not called upgraded', async () => {
  const { restart, device, reload, advance } = machine()
  await restart.begin('upgrade', 'a', done)
  Object.assign(device, { answer: ready('b'), upgrade: 'trying' })
  await advance(30_000)
  expect(restart.state.get()?.phase).toBe('trying')
  restart.follow()
  expect(restart.state.get()?.phase).toBe('trying')
  await advance(3_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a device that is back with its previous firmware is not reported as upgraded (MAINT-12)', async () => {
  const { restart, device, reload, advance } = machine()
  await restart.begin('upgrade', 'a', done)
  Object.assign(device, { answer: ready('b'), upgrade: undefined })
  await advance(30_000)
  expect(restart.state.get()?.phase).toBe('waiting')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a flag that another tab cleared hides the overlay here too', () => {
  const { restart, flag } = machine({ type: 'restart', at: Date.now() })
  restart.follow()
  expect(restart.state.get()).toBeDefined()
  restart.close()
  restart.follow()
  expect([restart.state.get(), flag()]).toEqual([undefined, null])
})

test('stored flags are validated when read', () => {
  const now = 1_000
  const unknown = { type: undefined, at: now, bootId: undefined }
  expect(parseFlag('', now)).toEqual(unknown)
  expect(parseFlag('null', now)).toEqual(unknown)
  expect(parseFlag('{"type":"explode","at":"x","bootId":1}', now)).toEqual(unknown)
  expect(parseFlag('{"type":"default","at":400}', now)).toEqual({
    type: 'default',
    at: 400,
    bootId: undefined,
  })
  expect(parseFlag('{"type":"restart","at":9999}', now).at).toBe(now)
  const expected = (text: string) => parseFlag(JSON.stringify({ expected: text }), now).expected
  expect(expected('https://10.0.0.1')).toBe('https://10.0.0.1')
  expect(expected('javascript:alert(1)')).toBeUndefined()
})

test('progress follows what the device shows: its dropped connection, then its new boot', async () => {
  const { restart, device, advance } = machine()
  await restart.begin('restart', 'a', done)
  await advance(8_000)
  expect(restart.state.get()).toMatchObject({ evidence: 'asked' })
  restart.wentDown()
  expect(restart.state.get()).toMatchObject({ evidence: 'gone', since: Date.now() })
  expect(device.polls).toBe(0)
  device.answer = { ready: false, bootId: 'b' }
  await advance(22_000)
  expect(restart.state.get()).toMatchObject({ evidence: 'answering', since: Date.now() })
  // Gone once more, and then in its old boot: progress does not go back.
  device.answer = undefined
  await advance(5_000)
  device.answer = { ready: true, bootId: 'a' }
  await advance(5_000)
  expect(restart.state.get()).toMatchObject({ evidence: 'answering' })
  device.answer = ready('b')
  await advance(5_000)
  expect(restart.state.get()).toMatchObject({ evidence: 'ready' })
})

test('a device that answers in its old boot is still going down', async () => {
  const { restart, device, advance } = machine()
  await restart.begin('restart', 'a', done)
  device.answer = ready('a')
  await advance(30_000)
  expect(restart.state.get()).toMatchObject({ evidence: 'asked' })
})

test('a reload keeps how far the restart was', async () => {
  const first = machine()
  await first.restart.begin('restart', 'a', done)
  await first.advance(2_000)
  first.restart.wentDown()
  const since = Date.now()
  await first.advance(5_000)
  const { restart } = machine(undefined, first)
  restart.follow()
  expect(restart.state.get()).toMatchObject({ evidence: 'gone', since })
})

test('a tab that is reloaded while another one opens the console again ends at the root page too (SHELL-107, SHELL-115)', async () => {
  const first = machine()
  await first.restart.begin('restart', 'a', done)
  await first.advance(10_000)
  // The other tab saw the device come back.
  first.storage.removeItem(RESTART_KEY)
  const { restart, device, reload, advance } = machine(undefined, first)
  device.answer = ready('b')
  restart.follow()
  expect(restart.state.get()).toMatchObject({ flag: { type: 'restart' }, phase: 'waiting' })
  await advance(0)
  expect(reload).toHaveBeenCalledTimes(1)
  const opened = machine(undefined, first)
  opened.restart.follow()
  expect(opened.restart.state.get()).toBeUndefined()
  expect(opened.restart.landed()).toMatchObject({ returns: false })
  expect(opened.restart.landed()).toBeUndefined()
})

test('a reload while the upgrade is reported does not lose the root page (SHELL-115, SHELL-116)', async () => {
  const first = machine()
  await first.restart.begin('upgrade', 'a', done)
  first.device.answer = ready('b')
  await first.advance(30_000)
  expect([first.restart.state.get()?.phase, first.flag()]).toEqual(['upgraded', null])
  const { restart, device, reload, advance } = machine(undefined, first)
  device.answer = ready('b')
  restart.follow()
  await advance(3_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a tab that another one made wait returns to its page, unless the overlay was given up there', async () => {
  const flag = { type: 'restart', at: Date.now(), bootId: 'a' } as const
  const back = machine(flag)
  back.restart.follow(true)
  back.storage.removeItem(RESTART_KEY)
  back.device.answer = ready('b')
  back.restart.follow(true)
  await back.advance(0)
  expect(back.reload).toHaveBeenCalledTimes(1)
  expect(back.restart.landed()).toMatchObject({ returns: true, page: '/users?filter=a' })

  const givenUp = machine(flag)
  givenUp.restart.follow(true)
  givenUp.storage.removeItem(RESTART_KEY)
  givenUp.device.answer = ready('a')
  givenUp.restart.follow(true)
  await givenUp.advance(0)
  expect([givenUp.reload.mock.calls.length, givenUp.restart.state.get()]).toEqual([0, undefined])
  expect(givenUp.restart.landed()).toBeUndefined()
})

test('a device that is gone again when another tab has seen it come back is waited for', async () => {
  const { restart, storage, device, reload, advance } = machine({
    type: 'restart',
    at: Date.now(),
    bootId: 'a',
  })
  restart.follow(true)
  storage.removeItem(RESTART_KEY)
  restart.follow(true)
  await advance(0)
  expect(restart.state.get()).toMatchObject({ phase: 'waiting', evidence: 'gone' })
  device.answer = ready('c')
  await advance(5_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('somebody who has gone to another page since then is left there', async () => {
  const first = machine()
  await first.restart.begin('restart', 'a', done)
  first.storage.removeItem(RESTART_KEY)
  const { restart, device } = machine(undefined, first)
  device.page = '/maintenance'
  restart.follow()
  expect([restart.state.get(), device.polls]).toEqual([undefined, 0])
})

test('what a tab remembers of a restart long ago is forgotten', async () => {
  const first = machine()
  await first.restart.begin('restart', 'a', done)
  first.storage.removeItem(RESTART_KEY)
  await first.advance(16 * 60_000)
  const { restart, device } = machine(undefined, first)
  restart.follow()
  expect([restart.state.get(), device.polls]).toEqual([undefined, 0])
})
