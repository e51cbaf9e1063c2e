import { listParameters } from '@lintel/contract/calls/parameters'
import { expect, test } from '../fixture.ts'

test('the panel shows the product and the serial number (OVERVIEW-02, OVERVIEW-03)', async ({
  page,
  open,
  rig,
}) => {
  const { values } = await rig.root.call(listParameters, {})
  await open('/')
  await expect(
    page.getByText(values.get('root.Properties.System.SerialNumber') ?? '?'),
  ).toBeVisible()
})
