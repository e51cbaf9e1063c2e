import { setFaults } from '@lintel/contract/bench'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { expectError, fill, formOf, rowOf } from '../users/form.ts'
import { addOnvifUser, onvifUsers } from './accounts.ts'

test('another tab leads to the users; one is added, with a weak password on confirmation (ONVIF-02, ONVIF-05, ONVIF-07)', async ({
  page,
  open,
  rig,
}) => {
  await open('/onvif/nothing')
  await expect(page).toHaveURL(/#\/onvif\/users$/)
  await expect(rowOf(page, 'recorder')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add ONVIF user' }).click()
  const { name, role, save, saveAnyway } = formOf(page)
  await expect(role.getByRole('option')).toHaveText(['Administrator', 'Operator', 'User'])
  await fill(page, { name: 'recorder 1', password: 'abc' })
  await save.click()
  await expectError(name, /Use only the letters A to Z and digits\./)
  await fill(page, { name: 'recorder1', role: 'Operator' })
  await save.click()
  await saveAnyway.click()
  await expect(rowOf(page, 'recorder1')).toContainText('Operator')
  expect(await onvifUsers(rig)).toMatchObject({ recorder1: 'Operator' })
})

test('a role is changed, the name stays, and a deletion is asked about (ONVIF-03, ONVIF-12, ONVIF-19)', async ({
  page,
  open,
  rig,
}) => {
  await open('/onvif/users')
  const { name, role, save } = formOf(page)
  await page.getByRole('link', { name: 'Edit recorder' }).click()
  await expect(name).toBeDisabled()
  await role.selectOption('User')
  await save.click()
  await expect(rowOf(page, 'recorder')).toContainText('User')
  expect(await onvifUsers(rig)).toEqual({ recorder: 'User' })

  await page.getByRole('link', { name: 'Edit recorder' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete recorder?' })
  await expect(question).toContainText('is signed out at once')
  await question.getByRole('button', { name: 'Delete user' }).click()
  await expect(page).toHaveURL(/#\/onvif\/users$/)
  await expect(rowOf(page, 'recorder')).toHaveCount(0)
  expect(await onvifUsers(rig)).toEqual({})
})

test('root keeps its role and stays, and a failure leads back to the list (ONVIF-15, ONVIF-16, ONVIF-18)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  await addOnvifUser(rig, 'root', 'Administrator')
  await open('/onvif/users/edit/root')
  const { name, role, save } = formOf(page)
  await expect(name).toHaveValue('root')
  await expect(role).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  expectFailures(/500/)
  await rig.bench.call(setFaults, {
    faults: [{ call: 'onvif.setUser', fault: 'status', value: 500 }],
  })
  await fill(page, { password: PASSWORD })
  await save.click()
  await expect(page).toHaveURL(/#\/onvif\/users$/)
  await expect(page.getByText('The user root was not saved.')).toBeVisible()
})
