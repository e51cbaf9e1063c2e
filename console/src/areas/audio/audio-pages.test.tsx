/** The three tabs of the audio settings. */
import { encodeLevels } from '@lintel/contract/audio-level'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { connection } from '../../app/device.ts'
import { GeneralPage } from './general-page.tsx'
import { InputPage } from './input-page.tsx'
import { OutputPage } from './output-page.tsx'
import { fakeAudio } from './testing/fake-audio.ts'
import {
  box,
  choice,
  leaveAudio,
  press,
  showAudio,
  slide,
  slider,
} from './testing/render-audio.tsx'

afterEach(leaveAudio)

const WARNING = 'The duplex mode does not fit the input and output that are switched on.'
const saved = () => screen.findByText('The audio settings are saved.')
const options = (name: string) =>
  Array.from(screen.getByLabelText<HTMLSelectElement>(name, { selector: 'select' }).options)

test('the duplex mode is saved, with a warning where it does not fit (AUDIO-02, AUDIO-06, AUDIO-15)', async () => {
  const device = fakeAudio({ 'root.AudioSource.A0.InputGain': 'mute' })
  showAudio(<GeneralPage />)
  expect(await screen.findByText(WARNING)).toBeDefined()
  const modes = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
  expect(modes).toEqual(['full', 'half', 'get', 'post'])
  fireEvent.click(await choice('Loudspeaker only'))
  await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull())
  press('Save')
  await saved()
  expect(device.updates).toEqual([{ 'root.Audio.DuplexMode': 'post' }])
})

test('another administrator’s duplex mode is shown before it is overwritten (EXPECT-21)', async () => {
  const device = fakeAudio()
  showAudio(<GeneralPage />)
  fireEvent.click(await choice('Half duplex'))
  device.parameters['root.Audio.DuplexMode'] = 'get'
  press('Save')
  expect((await screen.findAllByText(/changed/i)).length).toBeGreaterThan(0)
  expect(device.updates).toEqual([])
  press('Save')
  await saved()
  expect(device.updates).toEqual([{ 'root.Audio.DuplexMode': 'half' }])
})

test('audio is switched on and off, and the number of channels set (AUDIO-05)', async () => {
  const device = fakeAudio({ 'root.AudioSource.A0.InputGain': 'mute' })
  showAudio(<GeneralPage />)
  fireEvent.click(await screen.findByLabelText('Allow audio'))
  expect(screen.queryByText(WARNING)).toBeNull()
  fireEvent.change(screen.getByLabelText('Channels sent'), { target: { value: '2' } })
  press('Save')
  await saved()
  expect(device.updates).toEqual([
    { 'root.Audio.A0.Enabled': 'no', 'root.Audio.A0.NbrOfChannels': '2' },
  ])
})

test.each([
  ['output', <OutputPage key="output" />],
  ['input', <InputPage key="input" />],
])('audio that is off is named above the %s, with the way to its switch', async (_, page) => {
  fakeAudio({ 'root.Audio.A0.Enabled': 'no', 'root.AudioSource.A0.OutputGain': 'mute' })
  showAudio(page)
  expect(await screen.findByText('Audio is switched off.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Allow audio' }).getAttribute('href')).toBe('#/audio')
  expect(screen.queryByText(WARNING)).toBeNull()
})

test('a mode and a source that only other firmware has are shown by their names there', async () => {
  const device = fakeAudio({
    'root.Audio.DuplexMode': 'off',
    'root.AudioSource.A0.InputType': 'bluetooth',
  })
  delete device.parameters['root.Audio.A0.Enabled']
  delete device.parameters['root.Audio.A0.NbrOfChannels']
  showAudio(<GeneralPage />)
  expect((await choice('off')).checked).toBe(true)
  expect(screen.queryByLabelText('Allow audio')).toBeNull()
  expect(screen.queryByLabelText('Channels sent')).toBeNull()
  leaveAudio()
  fakeAudio({ 'root.AudioSource.A0.InputType': 'bluetooth' })
  showAudio(<InputPage />)
  await screen.findByLabelText('Sound source', { selector: 'select' })
  expect(options('Sound source').find(({ selected }) => selected)?.text).toBe('bluetooth')
})

test('firmware without a duplex mode has no choice of one', async () => {
  const device = fakeAudio()
  delete device.parameters['root.Audio.DuplexMode']
  showAudio(<GeneralPage />)
  await screen.findByLabelText('Allow audio')
  expect(screen.queryAllByRole('radio')).toEqual([])
})

test('firmware that does not describe its parameters can be set to what is known (AUDIO-14)', async () => {
  const device = fakeAudio()
  device.refusals = { listdefinitions: 404 }
  showAudio(<OutputPage />)
  await screen.findByLabelText('Output gain')
  expect(slider('Output gain').disabled).toBe(true)
  expect(slider('Output gain').getAttribute('aria-valuetext')).toBe('−6\u00A0dB')
})

test('a device without sound says so (AUDIO-01)', async () => {
  const device = fakeAudio()
  device.parameters = { 'root.Properties.Audio.Audio': 'no' }
  showAudio(<GeneralPage />, ['operator'])
  expect(await screen.findByText('This device has no audio.')).toBeDefined()
})

test('each output has a slider over the values of its definition (AUDIO-03, AUDIO-14)', async () => {
  const device = fakeAudio()
  showAudio(<OutputPage />)
  await screen.findByLabelText('Output gain')
  const output = slider('Output gain')
  expect([output.min, output.max, output.value]).toEqual(['0', '3', '1'])
  expect(output.getAttribute('aria-valuetext')).toBe('−6\u00A0dB')
  slide('Output gain', 3)
  expect(output.getAttribute('aria-valuetext')).toBe('6\u00A0dB')
  press('Save')
  await saved()
  expect(device.updates).toEqual([{ 'root.AudioSource.A0.OutputGain': '6' }])
})

test('a line output follows the output gain until it gets its own (AUDIO-07)', async () => {
  const device = fakeAudio()
  showAudio(<OutputPage />)
  await screen.findByLabelText('Line output gain')
  const inherit = box('Same as the output gain: Line output gain')
  expect([inherit.checked, slider('Line output gain').disabled]).toEqual([true, true])
  expect(screen.queryByLabelText('Same as the output gain: Output gain')).toBeNull()
  fireEvent.click(inherit)
  expect(slider('Line output gain').disabled).toBe(false)
  slide('Line output gain', 0)
  fireEvent.click(box('Mute: Telecoil gain'))
  expect(box('Same as the output gain: Telecoil gain').checked).toBe(false)
  press('Save')
  await saved()
  expect(device.updates).toEqual([
    {
      'root.AudioSource.A0.LineOutGain': '-12',
      'root.AudioSource.A0.TelecoilOutGain': 'mute',
    },
  ])
})

test('a muted gain comes back where it was, and outputs that the device lacks are not shown (AUDIO-05)', async () => {
  const device = fakeAudio()
  delete device.parameters['root.AudioSource.A0.LineOutGain']
  delete device.parameters['root.AudioSource.A0.TelecoilOutGain']
  showAudio(<OutputPage />)
  await screen.findByLabelText('Mute: Output gain')
  slide('Output gain', 3)
  fireEvent.click(box('Mute: Output gain'))
  expect(slider('Output gain').disabled).toBe(true)
  expect(screen.getByText(WARNING)).toBeDefined()
  fireEvent.click(box('Mute: Output gain'))
  expect(slider('Output gain').value).toBe('3')
  slide('Output gain', 1)
  expect(screen.queryByText(WARNING)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByLabelText('Line output gain')).toBeNull()
  expect(screen.queryByLabelText('Telecoil gain')).toBeNull()
})

test('a duplex mode that leaves the output silent is named above its gains (AUDIO-15)', async () => {
  fakeAudio({ 'root.Audio.DuplexMode': 'get' })
  showAudio(<OutputPage />)
  expect(await screen.findByText(WARNING)).toBeDefined()
  expect(screen.getByText(/Duplex mode: Microphone only\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Duplex mode' }).getAttribute('href')).toBe('#/audio')
})

test('the input has source, power, gain, switches and codec, and saves what was changed (AUDIO-04, AUDIO-09, AUDIO-10)', async () => {
  const device = fakeAudio()
  showAudio(<InputPage />)
  await screen.findByLabelText('Sound source', { selector: 'select' })
  await waitFor(() => expect(options('Codec')).toHaveLength(3))
  expect(options('Codec').map(({ text }) => text)).toEqual([
    'AAC - 16\u00A0kHz, 32\u00A0kbit/s',
    'AAC - 16\u00A0kHz, 64\u00A0kbit/s',
    'G.711 - 8\u00A0kHz, 64\u00A0kbit/s',
  ])
  expect(options('Number of channels').map(({ text }) => text)).toEqual(['1 channel', '2 channels'])
  expect(options('Sound source').map(({ text }) => text)).toEqual([
    'Built-in microphone',
    'External microphone',
    'Line input',
  ])
  expect(screen.queryByLabelText('Microphone power')).toBeNull()
  fireEvent.change(screen.getByLabelText('Sound source'), { target: { value: 'mic' } })
  fireEvent.click(await screen.findByLabelText('Microphone power'))
  fireEvent.click(box('Echo cancellation'))
  fireEvent.change(screen.getByLabelText('Codec'), { target: { value: 'g711 8000 64000' } })
  slide('Input gain', 0)
  press('Save')
  await saved()
  expect(device.updates).toEqual([
    {
      'root.AudioSource.A0.InputGain': '-1.5',
      'root.AudioSource.A0.InputType': 'mic',
      'root.AudioSource.A0.MicrophonePower': 'yes',
      'root.AudioSource.A0.EchoCancellation': 'yes',
      'root.AudioSource.A0.AudioEncoding': 'g711',
      'root.AudioSource.A0.SampleRate': '8000',
      'root.AudioSource.A0.BitRate': '64000',
    },
  ])
})

test('a muted input is warned of (AUDIO-08, AUDIO-15)', async () => {
  fakeAudio({ 'root.AudioSource.A0.InputGain': 'mute' })
  showAudio(<InputPage />)
  expect((await screen.findByLabelText<HTMLInputElement>('Mute: Input gain')).checked).toBe(true)
  expect(screen.getByText(WARNING)).toBeDefined()
})

test('encoders that could not be loaded leave the codec as it is, and can be loaded again (AUDIO-18)', async () => {
  const device = fakeAudio()
  device.refusals = { streamingcapabilities: 500 }
  showAudio(<InputPage />)
  expect(await screen.findByText('The encoders could not be loaded.')).toBeDefined()
  expect(screen.getByText('An unknown error has occurred.')).toBeDefined()
  expect(options('Codec').map(({ text }) => text)).toEqual(['AAC - 16\u00A0kHz, 32\u00A0kbit/s'])
  device.refusals = {}
  press('Try again')
  await waitFor(() => expect(options('Codec')).toHaveLength(3))
  expect(screen.queryByText('The encoders could not be loaded.')).toBeNull()
})

test('the meters show the level of each channel while it is heard (AUDIO-04, AUDIO-11, AUDIO-12)', async () => {
  const device = fakeAudio()
  showAudio(<InputPage />)
  await waitFor(() => expect(device.streams).toHaveLength(1))
  expect(device.asked).toBe('format=html&audiochannel=0')
  act(() => device.send(encodeLevels({ peak: -3, channels: [-6] })))
  const meter = await screen.findByRole('meter', { name: 'Sound level' })
  expect([meter.getAttribute('aria-valuenow'), meter.getAttribute('aria-valuetext')]).toEqual([
    '50',
    '−6\u00A0dB',
  ])
  expect(meter.dataset['loud']).toBe('true')
  act(() => device.send(encodeLevels({ peak: -40, channels: [-60, -Infinity] })))
  const silent = await screen.findByRole('meter', { name: 'Channel 2' })
  expect(silent.getAttribute('aria-valuetext')).toBe('Silence')
  const soft = screen.getByRole('meter', { name: 'Channel 1' })
  expect(soft.dataset['loud']).toBeUndefined()
})

test('nothing is read while the page is hidden, or once it is left (OPEN-100, EXPECT-36)', async () => {
  const device = fakeAudio()
  showAudio(<InputPage />)
  await waitFor(() => expect(device.streams).toHaveLength(1))
  const hide = (hidden: boolean) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  hide(true)
  expect(device.streams).toHaveLength(0)
  hide(false)
  await waitFor(() => expect(device.streams).toHaveLength(1))
  leaveAudio()
  expect(device.streams).toHaveLength(0)
  expect(device.opened).toBe(2)
})

test('the level is read anew when the device is back (AUDIO-13)', async () => {
  const device = fakeAudio()
  device.refusals = { 'level.cgi': 500 }
  showAudio(<InputPage />)
  await waitFor(() => expect(screen.getAllByText(/could not be read/)).toHaveLength(2))
  device.refusals = {}
  act(() => connection.returns.set(connection.returns.get() + 1))
  await waitFor(() => expect(device.streams).toHaveLength(1))
  expect(screen.queryByText(/could not be read/)).toBeNull()
  act(() => connection.returns.set(connection.returns.get() + 1))
  await waitFor(() => expect(device.opened).toBe(2))
  expect(device.streams).toHaveLength(1)
})

test.each([
  [405, 'Audio is switched off on the device, so there is no sound level (405).'],
  [500, 'The sound level could not be read (503).'],
])(
  'a level refused with %d is a message with its status, and can be fetched again (AUDIO-16, AUDIO-17)',
  async (status, sentence) => {
    const device = fakeAudio()
    device.refusals = { 'level.cgi': status }
    showAudio(<InputPage />)
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2))
    const toast = screen.getByRole('alert', { hidden: true })
    expect(toast.textContent).toBe(sentence)
    device.refusals = {}
    const retry = toast.parentElement?.querySelector('button')
    expect(retry?.textContent).toBe('Try again')
    if (retry) fireEvent.click(retry)
    await waitFor(() => expect(device.streams).toHaveLength(1))
    expect(screen.queryAllByText(sentence)).toEqual([])
  },
)

test('firmware without levels says so, without a message (AUDIO-16)', async () => {
  const device = fakeAudio()
  device.refusals = { 'level.cgi': 404 }
  showAudio(<InputPage />)
  expect(await screen.findByText('This firmware reports no sound level.')).toBeDefined()
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a device without sound says so, and leads to what it has', async () => {
  const device = fakeAudio()
  for (const name of Object.keys(device.parameters))
    if (name.startsWith('root.Audio')) delete device.parameters[name]
  showAudio(<GeneralPage />)
  await screen.findByText('This device has no audio.')
  expect(screen.getByRole('link', { name: 'Overview' }).getAttribute('href')).toBe('#/')
})
