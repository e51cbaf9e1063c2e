import { expect, test } from 'vitest'
import { PASSWORD, setUp } from './testing/set-up.ts'

async function opened() {
  const all = setUp()
  await all.wizard.load()
  return all
}

const page = ({ wizard }: Awaited<ReturnType<typeof opened>>) => wizard.state.get().page

test('the first account is root in every group, and signs in (SETUP-02, OPEN-22)', async () => {
  const all = await opened()
  await all.wizard.claim(PASSWORD)
  expect(all.device.rootPassword).toBe(PASSWORD)
  expect(all.device.signedIn).toBe(true)
  expect(all.device.requests.slice(2)).toEqual(['rootpwdsetvalue', 'pwdgrp.add', 'session.signIn'])
  expect(page(all)).toBe('frequency')
})

test('a dropped request fails and can be retried', async () => {
  const all = await opened()
  all.device.trouble('pwdgrp.add', 'drop')
  await expect(all.wizard.claim(PASSWORD)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(page(all)).toBe('password')
  expect(all.wizard.state.get().busy).toBe(false)
  await all.wizard.claim(PASSWORD)
  expect(page(all)).toBe('frequency')
})

test('a truncated response is resolved at once', async () => {
  const all = await opened()
  all.device.trouble('pwdgrp.add', 'cut')
  await all.wizard.claim(PASSWORD)
  expect(all.device.signedIn).toBe(true)
  expect(page(all)).toBe('frequency')
})

test('a response lost with the device is resolved by the next press', async () => {
  const all = await opened()
  all.device.trouble('pwdgrp.add', 'cut')
  all.device.trouble('rootpwdsetvalue')
  all.device.onCall = (id) => {
    if (id === 'pwdgrp.add') all.device.trouble('rootpwdsetvalue', 'timeout')
  }
  await expect(all.wizard.claim(PASSWORD)).rejects.toMatchObject({ kind: 'timeout' })
  await all.wizard.claim(PASSWORD)
  expect(page(all)).toBe('frequency')
  expect(all.device.requests.filter((id) => id === 'pwdgrp.add')).toHaveLength(1)
})

test('a sign-in without a response is retried', async () => {
  const all = await opened()
  all.device.trouble('session.signIn', 'cut')
  await expect(all.wizard.claim(PASSWORD)).rejects.toMatchObject({ kind: 'unreachable' })
  await all.wizard.claim(PASSWORD)
  expect(page(all)).toBe('frequency')
})

test('a password changed after a lost response is the one that counts', async () => {
  const all = await opened()
  all.device.trouble('pwdgrp.add', 'cut')
  all.device.onCall = (id) => {
    if (id === 'pwdgrp.add') all.device.trouble('rootpwdsetvalue', 'drop')
  }
  await expect(all.wizard.claim('First1!pw')).rejects.toMatchObject({ kind: 'unreachable' })
  await all.wizard.claim(PASSWORD)
  expect(all.device.rootPassword).toBe(PASSWORD)
  expect(all.device.signedIn).toBe(true)
  expect(page(all)).toBe('frequency')
})

test('the response to a changed password may be lost, too', async () => {
  const all = await opened()
  all.device.trouble('pwdgrp.add', 'cut')
  all.device.onCall = (id) => {
    if (id === 'pwdgrp.add') all.device.trouble('rootpwdsetvalue', 'drop')
  }
  await expect(all.wizard.claim('First1!pw')).rejects.toMatchObject({ kind: 'unreachable' })
  all.device.trouble('pwdgrp.update', 'cut')
  await expect(all.wizard.claim('Second2!pw')).rejects.toMatchObject({ kind: 'unreachable' })
  await all.wizard.claim(PASSWORD)
  expect(all.device.rootPassword).toBe(PASSWORD)
  expect(page(all)).toBe('frequency')
})

test('a password that somebody else set meanwhile ends the set-up', async () => {
  const all = await opened()
  all.device.rootPassword = 'Other1!pw'
  await all.wizard.claim(PASSWORD)
  expect(all.wizard.state.get().stage).toBe('taken')
  expect(all.device.rootPassword).toBe('Other1!pw')
})

test('a password set between the check and the call ends it, too', async () => {
  const all = await opened()
  all.device.onCall = (id) => {
    if (id === 'pwdgrp.add') all.device.rootPassword ??= 'Other1!pw'
  }
  await all.wizard.claim(PASSWORD)
  expect(all.wizard.state.get().stage).toBe('taken')
})

test('reports at once that a device is already set up (SETUP-01)', async () => {
  const all = setUp()
  all.device.rootPassword = 'Other1!pw'
  await all.wizard.load()
  expect(all.wizard.state.get().stage).toBe('taken')
})

test('a refusal shows the device’s message', async () => {
  const all = await opened()
  all.device.trouble('pwdgrp.add', 'refuse')
  await expect(all.wizard.claim(PASSWORD)).rejects.toMatchObject({
    kind: 'refused',
    message: 'it is not possible',
  })
  expect(page(all)).toBe('password')
})

test('a second press while one runs sends nothing (EXPECT-13)', async () => {
  const all = await opened()
  await Promise.all([all.wizard.claim(PASSWORD), all.wizard.claim(PASSWORD)])
  expect(all.device.requests.filter((id) => id === 'pwdgrp.add')).toHaveLength(1)
})
