/** The HDMI output: what is offered, and how it is stored. */
import * as output from '@lintel/contract/calls/video-output'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import hdmi from '../../../messages/hdmi/en.json'
import shell from '../../../messages/shell/en.json'
import { queryClient } from '../../app/query-client.ts'
import { me } from '../../app/session/me.ts'
import { HdmiPage } from './hdmi-page.tsx'

const NAMES: [string, string][] = [
  ['1', 'View Area 1'],
  ['2', 'Display'],
  ['5', 'All views'],
]

/** Stands for the device in `fetch`. */
function fakeDevice() {
  const fake = {
    source: '1',
    rotation: '0',
    mirrored: false,
    /** Calls that are refused. */
    refused: new Set<string>(),
    /** What was set, in order. */
    sent: [] as string[],
  }

  function answerTo(name: string, query: URLSearchParams): string {
    if (name.startsWith('set')) {
      query.delete('schemaversion')
      fake.sent.push(`${name} ${query}`)
      const refused = output.setRotation.format.refuse?.('Error while processing.', ['10'])
      if (fake.refused.has(name)) return String(refused)
    }
    fake.source = query.get('id') ?? fake.source
    fake.rotation = query.get('rotation') ?? fake.rotation
    if (name === 'setmirroring') fake.mirrored = query.get('mirroringenabled') === 'true'
    if (name === 'getvideosources') {
      return output.getVideoSources.format.encode(
        NAMES.map(([Id, Name]) => ({ Id, Name, Active: Id === fake.source })),
      )
    }
    if (name === 'getrotation') {
      return output.getRotation.format.encode(
        ['0', '90', '180', '270'].map((Degrees) => ({
          Degrees,
          QuadViewSupport: Number(Degrees) % 180 === 0,
          Active: Degrees === fake.rotation,
        })),
      )
    }
    if (name === 'getmirroring') return output.getMirroring.format.encode(fake.mirrored)
    return output.setRotation.format.encode(null)
  }

  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://192.0.2.1')
    if (searchParams.get('schemaversion') !== '1')
      return Promise.resolve(new Response('', { status: 404 }))
    const [, name = ''] = /videooutput\/(\w+)\.cgi$/.exec(pathname) ?? []
    return Promise.resolve(new Response(answerTo(name, searchParams)))
  })
  return fake
}

let device: ReturnType<typeof fakeDevice>
beforeEach(() => {
  device = fakeDevice()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  me.set(undefined)
  vi.unstubAllGlobals()
})

async function open() {
  me.set({ user: 'root', groups: ['admin'] })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <HdmiPage />
      <ToastRegion />
    </QueryClientProvider>,
    'en',
    [shell, hdmi],
  )
  await screen.findByLabelText('Video source')
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const options = (label: string) =>
  within(field(label))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ textContent, disabled }) => (disabled ? `(${textContent})` : textContent))

test('one form shows source, rotation and mirroring, and offers the sources 1 and 5 (HDMI-01, HDMI-02, HDMI-03)', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('HDMI output')
  expect(document.querySelectorAll('form')).toHaveLength(1)
  expect(options('Video source')).toEqual(['Camera', 'All views'])
  expect(options('Rotation')).toEqual(['0°', '90°', '180°', '270°'])
  expect(field('Mirroring').checked).toBe(false)
})

test('another source that is active is shown, and can’t be chosen (OPEN-109)', async () => {
  device.source = '2'
  await open()
  expect(options('Video source')).toEqual(['Camera', '(Display (current))', 'All views'])
  expect(field('Video source').value).toBe('2')
  fireEvent.click(field('Mirroring'))
  press('Save')
  await screen.findByText('The HDMI output is saved.')
  expect(device.sent).toEqual(['setmirroring mirroringenabled=true'])
})

test('only what has changed is set, in an order that the device takes (HDMI-04)', async () => {
  device.rotation = '90'
  await open()
  fill('Video source', '5')
  fill('Rotation', '180')
  press('Save')
  await screen.findByText('The HDMI output is saved.')
  expect(device.sent).toEqual(['setrotation rotation=180', 'setvideosource id=5'])
  fill('Rotation', '270')
  fill('Video source', '1')
  press('Save')
  await waitFor(() =>
    expect(device.sent.slice(2)).toEqual(['setvideosource id=1', 'setrotation rotation=270']),
  )
})

test('all views can’t be turned by a quarter', async () => {
  await open()
  fill('Video source', '5')
  fill('Rotation', '90')
  press('Save')
  await screen.findByText('All views can only be turned by 0 or 180 degrees.')
  expect(device.sent).toEqual([])
})

test('a save that fails half-way says so, and the rest can be saved again', async () => {
  device.refused.add('setrotation')
  await open()
  fill('Video source', '5')
  fill('Rotation', '180')
  fireEvent.click(field('Mirroring'))
  device.refused.delete('setrotation')
  device.refused.add('setmirroring')
  press('Save')
  await screen.findByText('Only some of the settings are saved.')
  expect([device.source, device.rotation, device.mirrored]).toEqual(['5', '180', false])
  device.refused.clear()
  press('Save')
  await screen.findByText('The HDMI output is saved.')
  expect(device.sent.at(-1)).toBe('setmirroring mirroringenabled=true')
})
