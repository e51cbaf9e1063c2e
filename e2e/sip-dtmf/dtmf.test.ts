import { PEER_TO_PEER, setDtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

test('shows how keys are taken during calls, as soon as that changes (DTMF-02)', async ({
  page,
  open,
  rig,
}) => {
  await open('/sip/dtmf')
  const cells = (name: string) => page.getByRole('row', { name }).getByRole('cell')
  await expect(cells(PEER_TO_PEER)).toHaveText([PEER_TO_PEER, 'Yes', 'Yes'])
  await expectAccessible(page)
  const DTMFConfiguration = { Name: 'Gate', RFC2833: false }
  await rig.root.call(setDtmfConfiguration, { DTMFConfiguration })
  await expect(cells('Gate')).toHaveText(['Gate', 'No', 'Yes'])
})
