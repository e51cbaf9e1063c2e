/** The two tabs of the display: what they show, check and store. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../app/query-client.ts'
import { ScreenPage } from './screen-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import {
  choose,
  fakeDisplay,
  fields,
  fill,
  leaveDisplay,
  press,
  showDisplay,
} from './testing/render-display.tsx'

let device: ReturnType<typeof fakeDisplay>
beforeEach(() => {
  device = fakeDisplay()
})
afterEach(leaveDisplay)

const TITLE = 'Welcome title'
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)

async function openScreen(options?: { pinKeypad?: boolean }) {
  showDisplay(<ScreenPage />, options)
  await screen.findByLabelText('Logo')
  await screen.findByText('Garden')
}

async function openSettings() {
  showDisplay(<SettingsPage />)
  await screen.findByLabelText('Display language')
}

/** Chooses a file, and waits until the form has looked at it. */
async function chooseFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('there is no choice of a file')
  fireEvent.change(input, { target: { files: [new File([bytes], name)] } })
  await screen.findByText(name)
}

const tabs = () => Array.from(document.querySelectorAll('nav a'), (one) => one.textContent)

test('the tab has the home screen, its buttons, the reception and the order (DISPLAY-01, DISPLAY-02, DISPLAY-08)', async () => {
  await openScreen()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Display')
  expect(tabs()).toEqual(['Screen', 'Settings'])
  expect(fields()).toEqual([
    'homeScreenType',
    'homeScreenType',
    'welcomeText',
    'subtext',
    'showContactButtonHomeScreen',
    'showButtonKeypad',
    'reception',
  ])
  expect(screen.getByLabelText('Keypad button').getAttribute('aria-describedby')).not.toBeNull()
  expect(screen.getByText('For PINs only.')).toBeTruthy()
  choose('Logo')
  expect(fields()).toContain('image')
  expect(fields()).not.toContain('welcomeText')
})

test('without a keypad for PINs there is no button for one (OPEN-107)', async () => {
  await openScreen({ pinKeypad: false })
  expect(fields()).not.toContain('showButtonKeypad')
})

test('a device that knows no reception offers none', async () => {
  if (device.display) device.display = { ...device.display, receptionCallGroup: undefined }
  await openScreen()
  expect(fields()).not.toContain('reception')
  fill(TITLE, 'Good morning')
  press('Save')
  await screen.findByText('The display settings are saved.')
  expect(JSON.stringify(device.sent)).not.toContain('receptionCallGroup')
})

test('title and subtitle are stored as text (DISPLAY-15)', async () => {
  await openScreen()
  fill(TITLE, ' Good morning ')
  fill('Welcome subtitle', 'Please ring')
  press('Save')
  await screen.findByText('The display settings are saved.')
  expect(field(TITLE).value).toBe('Good morning')
  expect(device.sent).toEqual([
    [
      'UpdateConfiguration',
      {
        Configuration: {
          DisplayConfiguration: {
            showWelcomeImage: false,
            welcomeTitle: 'Good morning',
            welcomeSubTitle: 'Please ring',
            showFindContact: true,
            showKeypadLink: false,
            receptionCallGroup: '',
          },
        },
      },
    ],
  ])
})

test('a call group is chosen as the reception, its name cut to 25 characters (DISPLAY-02, OPEN-52)', async () => {
  await openScreen()
  const options = () => within(screen.getByLabelText('Reception')).getAllByRole('option')
  await waitFor(() => expect(options()).toHaveLength(2))
  expect(options().map((one) => one.textContent)).toEqual([
    'No reception',
    'A call group with a long …',
  ])
  fill('Reception', 'A call group with a long name')
  press('Save')
  await screen.findByText('The display settings are saved.')
  expect(device.display?.receptionCallGroup).toBe('A call group with a long name')
})

test('a reception that is deleted meanwhile is none, and a chosen one is shown as deleted', async () => {
  const group = device.entries.find(({ type }) => type === 'Rule')?.id ?? ''
  if (device.display) device.display = { ...device.display, receptionCallGroup: group }
  await openScreen()
  const chosen = () => screen.getByLabelText<HTMLSelectElement>('Reception').selectedOptions[0]
  await waitFor(() => expect(chosen()?.textContent).toBe('A call group with a long …'))
  const all = device.entries
  const readAgain = () =>
    act(() => queryClient.invalidateQueries({ queryKey: ['phonebook', 'receptions'] }))
  device.entries = []
  if (device.display) device.display = { ...device.display, receptionCallGroup: '' }
  await readAgain()
  await waitFor(() => expect(chosen()?.textContent).toBe('No reception'))

  device.entries = all
  await readAgain()
  await screen.findByText('A call group with a long …')
  fill('Reception', group)
  await screen.findByRole('button', { name: 'Save' })
  device.entries = []
  await readAgain()
  await waitFor(() => expect(chosen()?.textContent).toBe('Deleted call group'))
})

test('without the call groups, the reception stays and the page says so', async () => {
  device.refusals['GetPhonebookEntries'] = 'Not now.'
  if (device.display) device.display = { ...device.display, receptionCallGroup: 'desk' }
  showDisplay(<ScreenPage />)
  await screen.findByText('The call groups could not be loaded.')
  expect(screen.getByLabelText<HTMLSelectElement>('Reception').value).toBe('desk')
})

test('without any image a logo is not saved, and the field says why (DISPLAY-13, OPEN-122)', async () => {
  await openScreen()
  choose('Logo')
  press('Save')
  await screen.findByText('Fill this in.')
  expect(device.sent).toEqual([])
  const button = screen.getByRole('button', { name: 'Choose image' })
  expect(button.getAttribute('aria-describedby')).toMatch(/e$/)
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a logo uploads its image, and a stored one is not needed again (DISPLAY-12)', async () => {
  await openScreen()
  choose('Logo')
  await chooseFile('logo.png', PNG)
  press('Save')
  await screen.findByText('The display settings are saved.')
  expect(device.sent.map(([name, what]) => (name === 'upload' ? what : name))).toEqual([
    'UpdateConfiguration',
    'logo.png',
  ])
  choose('Contact button')
  press('Save')
  await waitFor(() => expect(device.display?.showFindContact).toBe(false))
  expect(device.sent).toHaveLength(3)
})

test('while an image is sent, the field shows how far it is', async () => {
  device.finishUpload = () => {}
  await openScreen()
  choose('Logo')
  await chooseFile('logo.png', PNG)
  press('Save')
  const progress = await screen.findByRole('progressbar', { name: 'Sending the image' })
  await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('1'))
  expect(progress.getAttribute('aria-valuemax')).toBe('4')
  device.finishUpload()
  await screen.findByText('The display settings are saved.')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a file that is no image is not saved (DISPLAY-19)', async () => {
  await openScreen()
  choose('Logo')
  await chooseFile('logo.png', new TextEncoder().encode('<svg/>'))
  press('Save')
  await waitFor(() => expect(document.body.textContent).toContain('JPEG, PNG or BMP'))
  expect(device.sent).toEqual([])
})

test('an image that can’t be stored is left in the form, and the settings are saved', async () => {
  device.refusals['upload'] = 'The image is damaged or cut off.'
  await openScreen()
  choose('Logo')
  await chooseFile('logo.png', PNG)
  press('Save')
  await screen.findByText(/The settings are saved, but not the image/)
  expect(device.display?.showWelcomeImage).toBe(true)
  expect(screen.getByText('logo.png')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  device.refusals = {}
  press('Save')
  await screen.findByText('The display settings are saved.')
})

test('removing the stored image asks, and the save deletes it (DISPLAY-14, DISPLAY-16)', async () => {
  if (device.display) {
    device.display = { ...device.display, showWelcomeImage: true, welcomeImage: '/image?version=1' }
  }
  await openScreen()
  const dialog = () => document.querySelector<HTMLDialogElement>('dialog[open]')
  press('Remove image')
  expect(dialog()?.textContent).toContain('Remove the welcome image?')
  fireEvent.click(within(dialog() ?? document.body).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  press('Remove image')
  fireEvent.click(within(dialog() ?? document.body).getByRole('button', { name: 'Remove image' }))
  press('Save')
  await screen.findByText('The display settings are saved.')
  expect(device.sent.at(-1)?.[0]).toBe('DELETE')
  expect(device.display?.welcomeImage).toBe('')
})

const rows = () => screen.getAllByRole('listitem').map((one) => one.textContent)

test('the buttons of a row move an organisation, which is saved at once (DISPLAY-10, DISPLAY-11)', async () => {
  await openScreen()
  expect(rows()).toEqual(['Garden', 'House', 'Mill'])
  press('Move Mill up')
  await waitFor(() => expect(device.sent).toHaveLength(1))
  await waitFor(() => expect(rows()).toEqual(['Garden', 'Mill', 'House']))
  expect(device.sent[0]).toEqual([
    'SetPhonebookEntries',
    {
      phonebookEntries: [
        {
          id: 'House',
          type: 'Organization',
          UIAttributes: [{ Name: 'DisplayOrder', Value: '3' }],
          version: 'v-House',
        },
        {
          id: 'Mill',
          type: 'Organization',
          UIAttributes: [{ Name: 'DisplayOrder', Value: '2' }],
          version: 'v-Mill',
        },
      ],
    },
  ])
})

test('an order that can’t be saved is the device’s again, and the page says why', async () => {
  device.refusals['SetPhonebookEntries'] = 'Not now.'
  await openScreen()
  press('Move Mill up')
  await screen.findByText(/Not now\./)
  expect(rows()).toEqual(['Garden', 'House', 'Mill'])
})

test('an order that somebody else has changed is shown and not overwritten', async () => {
  await openScreen()
  device.entries = device.entries.map((one) =>
    one.id === 'Mill' ? { ...one, UIAttributes: [{ Name: 'DisplayOrder', Value: '0' }] } : one,
  )
  press('Move House up')
  await screen.findByText(/The list shows the organisations as they are now/)
  expect(rows()).toEqual(['Mill', 'Garden', 'House'])
  expect(device.sent).toEqual([])
})

test('language and sleep are set on the other tab (DISPLAY-04, DISPLAY-09, DISPLAY-20)', async () => {
  await openSettings()
  const languages = within(screen.getByLabelText('Display language')).getAllByRole('option')
  expect(languages.map((one) => one.textContent)).toEqual([
    'English',
    'Español',
    'Deutsch',
    'Italiano',
    'Français',
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Default (60 s)').checked).toBe(true)
  expect(fields()).not.toContain('sleepSeconds')
  fill('Display language', 'Italian')
  choose('Custom')
  fill('Sleep after (1-200 s)', '201')
  press('Save')
  await screen.findByText('At most 200 seconds.')
  fill('Sleep after (1-200 s)', '90')
  press('Save')
  await screen.findByText('The display settings are saved.')
  expect(device.sent).toEqual([
    [
      'UpdateConfiguration',
      {
        Configuration: {
          PresenceTimeout: 90,
          DisplayConfiguration: { selectedLanguage: 'Italian' },
        },
      },
    ],
  ])
})

test('while the device is too warm the form shows 5 s, and a save of the language does not store them (OPEN-106)', async () => {
  device.presenceTimeout = 90
  await openSettings()
  device.warm = true
  await act(() => queryClient.invalidateQueries({ queryKey: ['intercom'] }))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Sleep after (1-200 s)').value).toBe('5'),
  )
  fill('Display language', 'French')
  press('Save')
  await screen.findByText('The display settings are saved.')
  expect(device.sent).toEqual([
    [
      'UpdateConfiguration',
      { Configuration: { DisplayConfiguration: { selectedLanguage: 'French' } } },
    ],
  ])
  // What is chosen is stored, although the device goes on reporting 5 s.
  fill('Sleep after (1-200 s)', '30')
  press('Save')
  await waitFor(() => expect(device.presenceTimeout).toBe(30))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
})

test('a device without these settings says so', async () => {
  device.display = undefined
  showDisplay(<SettingsPage />)
  await screen.findByText("The display of this device can't be set up here.")
})
