/** Events on a product that is no door station. */
import { expect, test } from '../fixture.ts'
import { standIn } from './frames.ts'

test.use({ product: 'C1410' })

test('other products have no tab for manual triggers (EVENTS-01, EVENTS-02)', async ({
  page,
  open,
}) => {
  await standIn(page)
  await open('/events')
  await expect(page.getByRole('navigation', { name: 'Events' }).getByRole('link')).toHaveText([
    'Action rules',
    'Recipients',
    'Schedules',
    'Recurrences',
  ])
  await open('/events/manual-triggers')
  await expect(page.getByText("This device doesn't have this page.")).toBeVisible()
})
