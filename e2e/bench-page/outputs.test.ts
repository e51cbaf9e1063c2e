/** The outputs of a door station, in the picture of the bench. */
import { updateParameters } from '@lintel/contract/calls/parameters'
import { setPort } from '@lintel/contract/calls/io-ports'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

test.use({ product: 'A8105-E', person: 'nobody' })

test('an output has a lamp, and a door once it has the pulse of a door strike', async ({
  page,
  rig,
}) => {
  await page.goto(rig.addresses.bench)
  const figure = page.getByRole('region', { name: 'Face plate' }).getByRole('figure')
  await expect(figure).toHaveAccessibleName('Output 2')
  await expect(figure.getByText('The output is inactive.')).toBeAttached()
  await rig.root.call(setPort, { action: '2:/' })
  await expect(figure.getByText('The output is active.')).toBeAttached()
  await expectAccessible(page)
  await rig.root.call(setPort, { action: '2:\\' })
  await rig.root.call(updateParameters, {
    'root.IOPort.I1.Output.Name': 'Gate',
    'root.IOPort.I1.Output.Mode': 'monostable',
    'root.IOPort.I1.Output.PulseTime': '3000',
  })
  await expect(figure).toHaveAccessibleName('Gate')
  await expect(figure.getByText('The door is closed.')).toBeAttached()
})
