/** The devices of an audio site on the device's page, inside the console. */
import { setWorld } from '@lintel/contract/bench'
import { getAudioPeers, removeAudioSite } from '@lintel/contract/calls/audio'
import { PEERS } from '../device-pages/peers.ts'
import { expect, test } from '../fixture.ts'
import { inFrame } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'

test.use({ product: 'C1410' })

test('shows the site and its devices, and follows changes (AUDIO-21)', async ({
  page,
  open,
  rig,
}) => {
  needs(getAudioPeers)
  await rig.bench.call(setWorld, { peers: PEERS })
  await open('/audioSystemOverview')
  await expect(page.locator('main iframe')).toHaveAttribute(
    'src',
    /^\/operator\/audio_overview\.shtml\?aca=yes/,
  )
  const frame = inFrame(page)
  await expect(frame.getByText('This device leads the audio site AXIS C1410 site.')).toBeVisible()
  const members = frame.getByRole('list', { name: 'Members of the site' }).getByRole('listitem')
  await expect(members).toHaveCount(3)
  await expect(members.nth(1)).toContainText(/Foyer.*Follower.*Online/s)
  await expectAccessible(page)
  await rig.root.call(removeAudioSite, {})
  await expect(frame.getByText('This device belongs to no audio site.')).toBeVisible()
})
