/** The console when the device does not report its capabilities. */
import { setFaults } from '@lintel/contract/bench'
import { clearFaults, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { openPage } from '../pages/pages.ts'

test.use({ reuse: 'nothing' })

const intercom = 'intercom.GetServiceCapabilities'

test('without capabilities, the pages that need none stay (SHELL-06, EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await rig.bench.call(setFaults, { faults: [{ call: intercom, fault: 'status', value: 500 }] })
  await open('/reader')
  await expect(page).toHaveURL(/#\/$/)
  const reason = 'Whether the device has this page could not be read.'
  await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
  for (const route of ['/users', '/maintenance', '/language']) await openPage(page, route)
  await expect(page.getByText('Not up to date')).toHaveCount(0)
})

test('an address is checked once a slow device has reported its capabilities', async ({
  page,
  open,
  rig,
}) => {
  await holdCalls(rig, intercom)
  await open('/hdmi')
  // Until then it is not refused, and the console doesn't wait for it.
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect(page).toHaveURL(/#\/hdmi$/)
  await expect(page.getByRole('main').getByRole('status').first()).toBeVisible()
  await clearFaults(rig)
  await expect(page.getByRole('main').getByText('Loading')).toBeHidden()
  await expect(page.getByText('could not be read')).toHaveCount(0)
})
