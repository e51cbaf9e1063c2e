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
  let asked = 0
  page.on('response', (response) => {
    if (response.status() === 500) asked += 1
  })
  await open('/reader')
  await expect(page).toHaveURL(/#\/$/)
  const reason = 'find out whether the device has this page'
  await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
  for (const route of ['/users', '/maintenance', '/language']) await openPage(page, route)
  await expect(page.getByText('Not up to date')).toHaveCount(0)
  // Pages that open ask again, and tiles as they load, but nothing asks without end.
  expect(asked).toBeLessThan(40)
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
  await expect(page.getByText('find out whether the device has this page')).toHaveCount(0)
})
