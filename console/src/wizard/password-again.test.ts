import { expect, test } from 'vitest'
import { wouldLose } from './machine.ts'
import { PASSWORD, setUp, toTime } from './testing/set-up.ts'
import type { SetUp } from './testing/set-up.ts'

const OTHER = 'Other1!pw'

/** Back on the first page, with the earlier requests cleared. */
async function back(): Promise<SetUp> {
  const all = setUp()
  await all.wizard.load()
  await all.wizard.claim(PASSWORD)
  all.wizard.previous({ frequency: '60Hz' })
  all.device.requests.length = 0
  return all
}

const state = ({ wizard }: SetUp) => wizard.state.get()

/** Somebody else changes root's password, which ends the session. */
function changedElsewhere({ device }: SetUp, password: string) {
  device.rootPassword = password
  device.signedIn = false
}

/** The device stores the new password, and is gone before it can answer. */
async function lostAfterStoring(all: SetUp, password: string) {
  all.device.trouble('pwdgrp.update', 'cut')
  all.device.trouble('session.signIn', 'drop')
  await all.wizard.claim(password)
}

test('Previous leads back to the password, and empty fields keep it without a call', async () => {
  const all = await back()
  expect(state(all)).toMatchObject({ page: 'password', root: 'set' })
  await all.wizard.claim('')
  expect(all.device.requests).toEqual([])
  expect(all.device.rootPassword).toBe(PASSWORD)
  expect(state(all)).toMatchObject({ page: 'frequency', frequency: '60Hz' })
})

test('without a power frequency, Previous on the network page leads back to the password', async () => {
  const all = setUp()
  all.device.prodType = 'Network Horn Speaker'
  await all.wizard.load()
  await all.wizard.claim(PASSWORD)
  const { network } = state(all)
  if (!network) throw new Error('the network page was not read')
  all.wizard.previous({ network: { ...network, domainName: 'half typ' } })
  expect(state(all).page).toBe('password')
  all.device.requests.length = 0
  await all.wizard.claim('')
  expect(all.device.requests).toEqual([])
  expect(state(all)).toMatchObject({ page: 'network', network: { domainName: 'half typ' } })
})

test('a new password replaces the first one, and the browser stays signed in', async () => {
  const all = await back()
  await all.wizard.claim(OTHER)
  expect(all.device.requests).toEqual(['pwdgrp.update', 'session.signIn'])
  expect(all.device.rootPassword).toBe(OTHER)
  expect(state(all)).toMatchObject({ page: 'frequency', signedOut: false })
  await all.wizard.storeFrequency('60Hz')
  expect(state(all)).toMatchObject({ page: 'network', signedOut: false })
})

test('what was typed on the later pages outlives a new password', async () => {
  const all = setUp()
  await toTime(all)
  const { network, time } = state(all)
  if (!network || !time) throw new Error('not read')
  all.wizard.previous({ time: { ...time, source: 'named', server: 'half.typ' } })
  all.wizard.previous({ network: { ...network, domainName: 'example.com' } })
  all.wizard.previous({ frequency: '60Hz' })
  await all.wizard.claim(OTHER)
  expect(state(all)).toMatchObject({
    page: 'frequency',
    frequency: '60Hz',
    network: { domainName: 'example.com' },
    time: { source: 'named', server: 'half.typ' },
  })
})

test('a refused password leaves the first one, which can still be kept', async () => {
  const all = await back()
  all.device.trouble('pwdgrp.update', 'refuse')
  await expect(all.wizard.claim(OTHER)).rejects.toMatchObject({ kind: 'refused' })
  expect(state(all)).toMatchObject({ page: 'password', root: 'set', busy: false })
  expect(all.device.requests).toEqual(['pwdgrp.update'])
  await all.wizard.claim('')
  expect(state(all).page).toBe('frequency')
  expect(all.device.rootPassword).toBe(PASSWORD)
})

test('a truncated response to a new password is resolved at once', async () => {
  const all = await back()
  all.device.trouble('pwdgrp.update', 'cut')
  await all.wizard.claim(OTHER)
  expect(all.device.requests).toEqual(['pwdgrp.update', 'session.signIn'])
  expect(state(all)).toMatchObject({ page: 'frequency', root: 'set' })
})

test.each(['drop', 'timeout'] as const)(
  'after a %s it is not known whether the new password is stored, until the next press',
  async (kind) => {
    const all = await back()
    all.device.trouble('pwdgrp.update', kind)
    await all.wizard.claim(OTHER)
    expect(state(all)).toMatchObject({ page: 'password', root: 'unsure', busy: false })
    expect(state(all).fault?.kind).toBe(kind === 'drop' ? 'unreachable' : 'timeout')
    expect(all.device.rootPassword).toBe(PASSWORD)
    await all.wizard.claim(OTHER)
    expect(all.device.rootPassword).toBe(OTHER)
    expect(state(all)).toMatchObject({ page: 'frequency', root: 'set', fault: undefined })
  },
)

test('a new password that was stored before the device was gone is found by the next press', async () => {
  const all = await back()
  await lostAfterStoring(all, OTHER)
  expect(state(all)).toMatchObject({ page: 'password', root: 'unsure', signedOut: false })
  await all.wizard.claim(OTHER)
  expect(state(all)).toMatchObject({ page: 'frequency', root: 'set', signedOut: false })
  expect(all.device.signedIn).toBe(true)
})

test('another choice replaces a new password that was stored unnoticed', async () => {
  const all = await back()
  await lostAfterStoring(all, OTHER)
  await all.wizard.claim('Third3!pw')
  expect(all.device.rootPassword).toBe('Third3!pw')
  expect(state(all)).toMatchObject({ page: 'frequency', root: 'set', signedOut: false })
})

test('a sign-in that is refused after the change leaves it unknown, not unsaved', async () => {
  const all = await back()
  all.device.trouble('session.signIn', 'refuse')
  await all.wizard.claim(OTHER)
  expect(state(all)).toMatchObject({ page: 'password', root: 'unsure' })
  expect(state(all).fault?.kind).toBe('refused')
  await all.wizard.claim(OTHER)
  expect(state(all).page).toBe('frequency')
})

test('an ended session asks for the password, then changes it', async () => {
  const all = await back()
  all.device.signedIn = false
  await all.wizard.claim(OTHER)
  expect(state(all)).toMatchObject({ page: 'password', root: 'set', signedOut: true })
  // The page never signs in by itself after somebody has signed out.
  expect(all.device.requests).toEqual(['pwdgrp.update'])
  await all.wizard.signInAgain(PASSWORD)
  expect(all.device.rootPassword).toBe(OTHER)
  expect(state(all)).toMatchObject({ page: 'frequency', signedOut: false })
})

test('a password that somebody else has changed meanwhile is required before it is replaced', async () => {
  const all = await back()
  changedElsewhere(all, 'Theirs1!pw')
  await all.wizard.claim(OTHER)
  expect(state(all)).toMatchObject({ page: 'password', signedOut: true })
  await all.wizard.signInAgain(PASSWORD)
  expect(state(all)).toMatchObject({ wrongPassword: true, frequency: '60Hz' })
  expect(all.device.rootPassword).toBe('Theirs1!pw')
  await all.wizard.signInAgain('Theirs1!pw')
  expect(all.device.rootPassword).toBe(OTHER)
  expect(state(all).page).toBe('frequency')
})

test('a password that somebody else changes right after the change is required, too', async () => {
  const all = await back()
  all.device.onCall = (id) => {
    if (id === 'session.signIn') changedElsewhere(all, 'Theirs1!pw')
  }
  await all.wizard.claim(OTHER)
  expect(all.device.rootPassword).toBe('Theirs1!pw')
  expect(state(all)).toMatchObject({ page: 'password', signedOut: true })
  // The change is then known to be undone, so a refusal leaves no doubt.
  all.device.onCall = () => undefined
  all.device.trouble('pwdgrp.update', 'refuse')
  await all.wizard.signInAgain('Theirs1!pw')
  expect(state(all)).toMatchObject({ page: 'password', root: 'set', fault: { kind: 'refused' } })
})

test('a new password is sent once on a double press (EXPECT-13)', async () => {
  const all = await back()
  await Promise.all([all.wizard.claim(OTHER), all.wizard.claim(OTHER)])
  expect(all.device.requests.filter((id) => id === 'pwdgrp.update')).toHaveLength(1)
})

test('leaving asks while a choice or a password is not stored, and not afterwards (EXPECT-01)', async () => {
  const all = await back()
  const lost = () => wouldLose(state(all))
  expect(lost()).toBe(true)
  await all.wizard.claim('')
  await all.wizard.storeFrequency('60Hz')
  all.wizard.previous()
  all.wizard.previous()
  expect(state(all).page).toBe('password')
  expect(lost()).toBe(false)
  all.device.gone = true
  await all.wizard.claim(OTHER)
  expect(lost()).toBe(true)
})
