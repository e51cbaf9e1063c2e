import { setFaults } from '@lintel/contract/bench'
import { listParameters } from '@lintel/contract/calls/parameters'
import { getUsers, updateUser } from '@lintel/contract/calls/users'
import { expect, test } from '../fixture.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { claim, fields, heading, press, recordCalls, toFrequency } from './form.ts'

test.use({ state: 'new', person: 'nobody' })

const OTHER = 'Other1!pw'
const FREQUENCY = 'root.ImageSource.I0.Sensor.PowerLineFrequency'

test('Previous leads back to the password: empty fields keep it, another one replaces it unnoticed', async ({
  page,
  rig,
}) => {
  const signedOut = { kind: 'signedOut' }
  const calls = recordCalls(page)
  const { password, repeat, hz60 } = fields(page)
  await toFrequency(page)
  await hz60.check()
  await press(page, 'Previous')
  await expect(page.getByText('The password is saved. Leave both fields empty')).toBeVisible()
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('')
  await expectAccessible(page)
  calls.length = 0
  await press(page, 'Continue')
  await expect(hz60).toBeChecked()
  expect(calls).toEqual([])
  expect((await rig.as('root', PASSWORD).call(getUsers, {})).digusers).toContain('root')

  await press(page, 'Previous')
  await claim(page, 'door')
  await press(page, 'Continue anyway')
  await heading(page, 'Choose the power frequency')
  await expect(rig.as('root', PASSWORD).call(getUsers, {})).rejects.toMatchObject(signedOut)
  await press(page, 'Previous')
  await expect(repeat).toHaveValue('')
  await claim(page, OTHER)
  await expect(hz60).toBeChecked()
  expect(calls.map(({ name }) => name)).toEqual([
    'pwdgrp.cgi update',
    'sign-in',
    'pwdgrp.cgi update',
    'sign-in',
  ])
  await expect(rig.as('root', 'door').call(getUsers, {})).rejects.toMatchObject(signedOut)

  // The browser is signed in with the new password: the next page stores and reads.
  await press(page, 'Continue')
  await expect(fields(page).dnsAutomatic).toBeVisible()
  const { values } = await rig.as('root', OTHER).call(listParameters, { group: FREQUENCY })
  expect(values.get(FREQUENCY)).toBe('60Hz')
})

test('a new password that got lost with its response is found by the next press, and one of somebody else is required first', async ({
  page,
  rig,
  expectFailures,
}) => {
  notThroughGateway('the gateway answers the sign-in itself')
  expectFailures(/pwdgrp\.cgi/, /sign-in/, /ERR_/, /401/)
  await toFrequency(page)
  await press(page, 'Previous')
  await rig.bench.call(setFaults, {
    faults: [
      { call: 'pwdgrp.update', fault: 'cut' },
      { call: 'session.signIn', fault: 'drop' },
    ],
  })
  await claim(page, OTHER)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('It is not known whether the new password was saved.')
  await expect(alert).toContainText("The device doesn't answer")
  await expect(fields(page).password).toHaveValue(OTHER)
  await expectAccessible(page)
  await rig.bench.call(setFaults, { faults: [] })
  // Neither password is certain, so the fields can't be left empty.
  await claim(page, '')
  await expect(fields(page).password).toHaveAccessibleDescription('Fill this in.')
  await claim(page, OTHER)
  await heading(page, 'Choose the power frequency')

  await press(page, 'Previous')
  await rig.as('root', OTHER).call(updateUser, { user: 'root', pwd: 'Theirs1!pw' })
  await claim(page, PASSWORD)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password of root').fill('Theirs1!pw')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Choose the power frequency')
  expect((await rig.root.call(getUsers, {})).digusers).toContain('root')
})
