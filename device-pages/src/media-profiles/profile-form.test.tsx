import type { MediaProfileRow } from '@lintel/contract/calls/onvif-profiles'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeDevice } from '../app/testing/fake-device.ts'
import { catalogues } from './catalogues.ts'
import { ProfileForms } from './profile-form.tsx'
import { WALL } from './testing/profile.ts'

const PATH = '/lintel/onvif/profiles'

function show() {
  const onClose = vi.fn()
  const form = (profiles: readonly MediaProfileRow[]) => (
    <ProfileForms
      view={{ kind: 'profile', token: WALL.token }}
      profiles={profiles}
      sizes={['640x360']}
      again={() => Promise.resolve()}
      onClose={onClose}
    />
  )
  const { rerender } = renderWithMessages(form([WALL]), 'en', catalogues)
  return { onClose, change: (profiles: readonly MediaProfileRow[]) => rerender(form(profiles)) }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a profile that somebody else deletes keeps what was typed, and is added again (ONVIF-04)', async () => {
  const asked = fakeDevice({
    [`GET ${PATH}`]: () => ({ profiles: [], max: 10 }),
    [`POST ${PATH}`]: (body) => ('token' in body ? 404 : { token: 'profile_3' }),
  })
  const { onClose, change } = show()
  await userEvent.click(screen.getByRole('switch', { name: 'Events' }))
  await press('Save')
  const failure = await screen.findByText('Not saved.')
  expect(failure.parentElement?.textContent.trim()).toMatch(/^Not saved\.\s*This no longer exists/)
  change([])
  expect(screen.getByText('This profile was deleted in the meantime.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Delete profile' })).toBeNull()
  await press('Save')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  const { name, video, encoder } = WALL
  expect(asked.at(-1)).toEqual([`POST ${PATH}`, { name, video, encoder, events: true }])
})

test.each<[string, Partial<MediaProfileRow>, number]>([
  ['has it', { events: true }, 1],
  ['does not have it', {}, 0],
])('a save that lost its response: the device %s', async (_, change, closed) => {
  fakeDevice({
    [`GET ${PATH}`]: () => ({ profiles: [{ ...WALL, version: 'v2', ...change }], max: 10 }),
    [`POST ${PATH}`]: () => 'lost',
  })
  const { onClose } = show()
  await userEvent.click(screen.getByRole('switch', { name: 'Events' }))
  await press('Save')
  if (closed === 0) await screen.findByText('Not saved.')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(closed))
})
