import { setFaults } from '@lintel/contract/bench'
import { expect, test } from '../fixture.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { ANNA } from './sign-in-again.ts'

test.use({ reuse: 'nothing' })

test.beforeEach(async ({ page, open, expectFailures }) => {
  expectFailures(/401|WebSocket/)
  await open('/')
  await page.getByRole('button', { name: `Account ${ANNA}` }).click()
})

test('signing out ends the session on the device and leads to the sign-in page', async ({
  page,
  context,
}) => {
  const cookies = await context.cookies()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  // The device refuses the old cookie too.
  await context.addCookies(cookies)
  const answer = await context.request.get('/axis-cgi/usergroup.cgi')
  expect(answer.status()).toBe(401)
  await page.goto('/webapp/hw/')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('reports a sign-out that fails, and the session continues', async ({
  page,
  context,
  rig,
  expectFailures,
}) => {
  notThroughGateway('the gateway ends its sessions itself')
  expectFailures(/500/)
  await rig.bench.call(setFaults, {
    faults: [{ call: 'session.signOut', fault: 'status', value: 500 }],
  })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  const answer = await context.request.get('/axis-cgi/usergroup.cgi')
  expect(await answer.text()).toContain(ANNA)
})
