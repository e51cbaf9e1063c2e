import { renderWithMessages } from '@lintel/ui/testing/render'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { About } from '../app/about.ts'
import { SERIAL } from '../app/about.ts'
import { fakeSite, peer, SERIAL_NUMBER } from '../audio-manager/testing/fake-site.ts'
import type { FakeSite } from '../audio-manager/testing/fake-site.ts'
import { AudioSystemOverview } from './audio-system-overview.tsx'
import { catalogues } from './catalogues.ts'

const about = { values: new Map([[SERIAL, SERIAL_NUMBER]]) } as Partial<About> as About
const own = (leader: boolean) => peer('Stage', SERIAL_NUMBER, { leader })

afterEach(() => {
  vi.unstubAllGlobals()
})

function show(initial: Partial<FakeSite>): void {
  fakeSite(initial)
  renderWithMessages(<AudioSystemOverview about={about} />, 'en', catalogues)
}

test('names the site and its devices, each with its state (AUDIO-21)', async () => {
  show({
    peers: [own(true), peer('Foyer', 'ACCC8E000002', { status: 'AuthenticationFailed' })],
    site: 'Hall',
  })
  expect(await screen.findByText('Hall')).toBeDefined()
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    expect.stringMatching(/Stage.*Leader.*Online/),
    expect.stringMatching(/Foyer.*Follower.*foyer\.local.*Refuses the password/),
  ])
})

test('a follower names its leader (AUDIO-21)', async () => {
  show({ peers: [own(false), peer('Foyer', 'ACCC8E000002', { leader: true })] })
  const link = await screen.findByRole('link', { name: 'Open its audio manager' })
  expect(link.getAttribute('href')).toBe('http://foyer.local/audio-manager/')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('a device that stands alone says so (AUDIO-21)', async () => {
  show({ peers: [own(false)] })
  expect(await screen.findByText('This device belongs to no audio site.')).toBeDefined()
})
