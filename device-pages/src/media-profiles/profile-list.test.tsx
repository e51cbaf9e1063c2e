import type { MediaProfileRow } from '@lintel/contract/calls/onvif-profiles'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogues } from './catalogues.ts'
import { ProfileList } from './profile-list.tsx'
import { WALL } from './testing/profile.ts'

const { encoder: _encoder, ...WITHOUT_ENCODER } = WALL

test.each<[string, MediaProfileRow, string]>([
  ['a rate', WALL, '640 × 360, 15 frames per second'],
  [
    'as many pictures as possible',
    { ...WALL, encoder: { resolution: '1280x720', compression: 30, fps: 0 } },
    '1280 × 720',
  ],
  ['no encoder', WITHOUT_ENCODER, 'No stream'],
  ['no picture', { ...WALL, video: false }, 'No stream'],
])('the stream of a profile with %s is told in wide and narrow windows', (_, profile, told) => {
  renderWithMessages(
    <ProfileList profiles={[profile]} max={10} onOpen={() => {}} />,
    'en',
    catalogues,
  )
  expect(screen.getAllByText(told, { exact: true }).map(({ tagName }) => tagName)).toEqual([
    'SMALL',
    'TD',
  ])
})
