/** The audio site of a device on the device's page, inside the console. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnswerOf, RequestOf } from '@lintel/contract/call'
import { getAudioPeers, getAudioSite, saveAudioSite } from '@lintel/contract/calls/audio'
import type { audioMembership } from '@lintel/contract/calls/audio-followers'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { followStage } from '../pages/audio-system-settings.ts'
import { inFrame } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'

test.use({ product: 'C1410' })
needs(saveAudioSite)

type Message = RequestOf<typeof audioMembership>
type Answer = AnswerOf<typeof audioMembership>

const FOYER = {
  id: 'ACCC8E000021',
  name: 'Foyer',
  mac: 'AC:CC:8E:00:00:21',
  type: 'C1310-E',
  address: '192.168.0.91:8080',
}

/** Another speaker, as far as an audio site goes: it joins whoever asks. */
async function openSpeaker() {
  const wanted: Message['wanted'][] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const message = JSON.parse(Buffer.concat(chunks).toString()) as Message
      wanted.push(message.wanted)
      const result = message.wanted === 'leave' ? 'left' : 'member'
      const answer: Answer = { result, device: FOYER }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    wanted,
    close: () => new Promise((resolve) => void server.close(resolve)),
  }
}

const followers = (page: Page) =>
  inFrame(page).getByRole('list', { name: 'Speakers that follow this one' }).getByRole('listitem')
const addButton = (page: Page) => inFrame(page).getByRole('button', { name: 'Add a speaker' })
const field = (page: Page, name: string) => inFrame(page).getByRole('textbox', { name })

test('a speaker is added to the site and removed from it, inside the console (AUDIO-20)', async ({
  page,
  open,
  rig,
}) => {
  const speaker = await openSpeaker()
  try {
    await open('/audioSystemSettings')
    await expect(page.locator('main iframe')).toHaveAttribute(
      'src',
      /^\/operator\/audio_system_settings\.shtml\?aca=yes/,
    )
    await expect(inFrame(page).getByText('No speaker follows this one yet.')).toBeVisible()
    await addButton(page).click()
    await expect(inFrame(page).getByText('Fill this in.')).toHaveCount(3)
    await expect(field(page, 'Address of the speaker')).toBeFocused()
    await field(page, 'Address of the speaker').fill('127.0.0.1:1')
    await field(page, 'Username').fill('root')
    await inFrame(page).getByLabel('Password', { exact: true }).fill('pass-root')
    await addButton(page).click()
    await expect(inFrame(page).getByText('Nothing answers at this address.')).toBeVisible()
    await expect(inFrame(page).getByLabel('Password', { exact: true })).toHaveValue('pass-root')
    await expectAccessible(page)

    await field(page, 'Address of the speaker').fill(speaker.address)
    await addButton(page).click()
    await expect(followers(page)).toHaveText([/Foyer.*C1310-E.*Online/s])
    await expect(field(page, 'Address of the speaker')).toHaveValue('')
    const { Peer: peers } = await rig.root.call(getAudioPeers, {})
    expect(peers.map(({ Configuration }) => Configuration.Name)).toContain('Foyer')

    await followers(page).getByRole('button', { name: 'Remove Foyer' }).click()
    await inFrame(page).getByRole('button', { name: 'Continue' }).click()
    await expect(followers(page)).toHaveCount(0)
    await expect(page.getByText('Foyer has left the site.')).toBeVisible()
    expect(speaker.wanted.at(-1)).toBe('leave')
  } finally {
    await speaker.close()
  }
})

test('a follower names its leader and leaves it after a question (AUDIO-20)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  // The console asks once whether the device is in a site.
  expectFailures(/audioSite/)
  await followStage(rig)
  await open('/audioSystemSettings')
  const frame = inFrame(page)
  await expect(frame.getByText('This device follows Stage.')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Open its audio manager' })).toHaveAttribute(
    'href',
    'http://192.168.0.99:8080/audio-manager/',
  )
  await frame.getByRole('button', { name: 'Leave the site' }).click()
  await expect(frame.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await frame.getByRole('button', { name: 'Leave the site' }).click()
  await expect(frame.getByRole('button', { name: 'Create the site' })).toBeVisible()
  await frame.getByLabel('Name of the site').fill('Own site')
  await frame.getByRole('button', { name: 'Create the site' }).click()
  await expect(frame.getByText('No speaker follows this one yet.')).toBeVisible()
  expect((await rig.root.call(getAudioSite, {})).site.name).toBe('Own site')
})
