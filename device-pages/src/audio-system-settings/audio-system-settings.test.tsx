import { OWN_CALLS } from '@lintel/contract/firmware'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { About } from '../app/about.ts'
import { SERIAL } from '../app/about.ts'
import { setFirmware } from '../app/device.ts'
import { fakeSite, peer, SERIAL_NUMBER } from '../audio-manager/testing/fake-site.ts'
import type { FakeSite } from '../audio-manager/testing/fake-site.ts'
import { AudioSystemSettings } from './audio-system-settings.tsx'
import { catalogues } from './catalogues.ts'

const about = {
  brand: { ProdShortName: 'AXIS C1310-E', ProdFullName: 'AXIS C1310-E Network Horn Speaker' },
  user: 'root',
  role: 'admin',
  language: 'en',
  values: new Map([[SERIAL, SERIAL_NUMBER]]),
} as About

const own = (leader = true) => peer('Stage', SERIAL_NUMBER, { leader })
const FOYER = 'ACCC8E000002'
const foyer = peer('Foyer', FOYER, { user: 'root' })

afterEach(() => {
  vi.unstubAllGlobals()
  setFirmware(new Map())
})

function show(initial: Partial<FakeSite>, ownCalls = true): FakeSite {
  if (ownCalls) setFirmware(new Map([[OWN_CALLS, '1.0']]))
  const site = fakeSite(initial)
  renderWithMessages(<AudioSystemSettings about={about} />, 'en', catalogues)
  return site
}

const add = () => screen.getByRole('button', { name: 'Add a speaker' })
const list = () => screen.getByRole('list', { name: 'Speakers that follow this one' })

test('a speaker is added with its address and an account there (AUDIO-20)', async () => {
  const user = userEvent.setup()
  const site = show({ peers: [own()], site: 'Hall' })
  await user.type(await screen.findByLabelText('Address of the speaker'), '192.168.0.91')
  await user.type(screen.getByLabelText('Username'), 'root')
  await user.type(screen.getByLabelText('Password'), 'Abcdef12')
  site.answers['POST /lintel/audio-site/followers'] = { result: 'added', name: 'Foyer' }
  site.peers = [own(), foyer]
  await user.click(add())
  expect(await within(list()).findByText('Foyer')).toBeDefined()
  expect(site.asked).toEqual([
    [
      'POST /lintel/audio-site/followers',
      { address: '192.168.0.91', secure: false, user: 'root', password: 'Abcdef12' },
    ],
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Address of the speaker').value).toBe('')
})

test.each([
  ['leads', /leads an audio site of its own/],
  ['follows', /follows another audio site/],
  ['self', /this speaker itself/],
  ['unreachable', /Nothing answers/],
  ['secureOnly', /only accepts secure connections/],
  ['certificate', /certificate is not one/],
  ['password', /refuses this username or password/],
  ['noRight', /not an administrator/],
  ['otherDevice', /no speaker that can join/],
])(
  'when a speaker is not added because of %s, the page says why and keeps what was typed',
  async (result, why) => {
    const user = userEvent.setup()
    show({
      peers: [own()],
      site: 'Hall',
      answers: { 'POST /lintel/audio-site/followers': { result, name: '' } },
    })
    await user.type(await screen.findByLabelText('Address of the speaker'), '192.168.0.91')
    await user.type(screen.getByLabelText('Username'), 'root')
    await user.type(screen.getByLabelText('Password'), 'Abcdef12')
    await user.click(add())
    expect(await screen.findByText(why)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('Abcdef12')
  },
)

test('a speaker is removed after a question; simulated ones have no button', async () => {
  const user = userEvent.setup()
  const site = show({
    peers: [own(), foyer, peer('Bench', 'ACCC8E000003')],
    site: 'Hall',
    answers: { [`DELETE /lintel/audio-site/followers/${FOYER}`]: { told: true } },
  })
  const button = await screen.findByRole('button', { name: 'Remove Foyer' })
  expect(screen.queryByRole('button', { name: 'Remove Bench' })).toBeNull()
  await user.click(button)
  expect(site.asked).toEqual([])
  site.peers = [own()]
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('No speaker follows this one yet.')).toBeDefined()
  expect(site.asked.map(([key]) => key)).toEqual([`DELETE /lintel/audio-site/followers/${FOYER}`])
})

test('a speaker that somebody else has removed meanwhile counts as removed', async () => {
  const user = userEvent.setup()
  const site = show({ peers: [own(), foyer], site: 'Hall' })
  await user.click(await screen.findByRole('button', { name: 'Remove Foyer' }))
  site.peers = [own()]
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('No speaker follows this one yet.')).toBeDefined()
  expect(screen.queryByText(/doesn't support this function/)).toBeNull()
})

test('the site is renamed, with a rule for its name', async () => {
  const user = userEvent.setup()
  const site = show({
    peers: [own()],
    site: 'Hall',
    answers: { 'POST /lintel/audio-site': { site: { id: 'a', name: 'Yard', leader: true } } },
  })
  const name = await screen.findByLabelText('Name of the site')
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Give the site a name.')).toBeDefined()
  await user.type(name, 'Yard')
  site.site = 'Yard'
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(site.asked).toEqual([['POST /lintel/audio-site', { name: 'Yard' }]]),
  )
})

test('a follower leaves its site after a question', async () => {
  const user = userEvent.setup()
  const site = show({
    peers: [own(false), peer('Other', FOYER, { leader: true })],
    answers: { 'DELETE /lintel/audio-site/membership': {} },
  })
  await screen.findByText('Other')
  expect(screen.queryByLabelText('Address of the speaker')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Leave the site' }))
  expect(site.asked).toEqual([])
  site.peers = [own(false)]
  await user.click(screen.getByRole('button', { name: 'Leave the site' }))
  expect(await screen.findByRole('button', { name: 'Create the site' })).toBeDefined()
  expect(site.asked.map(([key]) => key)).toEqual(['DELETE /lintel/audio-site/membership'])
})

test('firmware without audio sites of this kind says so and asks nothing', () => {
  const site = show({ peers: [own()], site: 'Hall' }, false)
  expect(screen.getByText(/doesn't support this function/)).toBeDefined()
  expect(site.asked).toEqual([])
})
