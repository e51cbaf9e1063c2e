import { setWorld } from '@lintel/contract/bench'
import { removeAudioSite } from '@lintel/contract/calls/audio'
import { PEERS } from '../device-pages/peers.ts'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, inFrame } from './parts.ts'

export const audioSystemOverview: readonly PageDescriptor[] = [
  {
    route: '/audioSystemOverview',
    product: 'C1410',
    menu: { English: 'Audio system overview', German: 'Übersicht der Audioanlage' },
    ready: (page) =>
      expect(inFrame(page).getByRole('listitem').first()).toBeVisible({ timeout: 8_000 }),
    restart: { after: (page) => expect(inFrame(page).getByRole('listitem')).toHaveCount(1) },
    pictures: [{ name: 'framed', before: (rig) => rig.bench.call(setWorld, { peers: PEERS }) }],
  },
  {
    path: '/operator/audio_overview.shtml',
    product: 'C1410',
    ready: (page) => expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible(),
    openings: [
      { calls: ['getbrand', 'usergroup', 'param.list'], failed: couldNotLoad },
      {
        what: 'the members on /operator/audio_overview.shtml',
        calls: ['audiorelay', 'audioSite'],
        failed: couldNotLoad,
      },
    ],
    pictures: [
      { name: 'leader' },
      { name: 'alone', before: (rig) => rig.root.call(removeAudioSite, {}) },
    ],
  },
]
