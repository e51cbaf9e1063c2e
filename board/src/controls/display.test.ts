import type { DisplayContent } from '@lintel/contract/shown'
import { expect, test, vi } from 'vitest'
import { displayControls } from './display.ts'
import type { ShownImage } from './display.ts'

const HOME: DisplayContent = {
  state: 'on',
  title: 'Welcome',
  subtitle: '',
  time: '14:07',
  buttons: [{ id: 'ada', label: 'Ada', kind: 'contact' }],
}
const IMAGE = { hash: 'ab', contentType: 'image/png', bytes: 'AQI=' }

/** @param images what the device sends, one after the other; then none */
function openRig(display: DisplayContent, ...images: (typeof IMAGE)[]) {
  const send = vi.fn()
  const happened = vi.fn()
  const ask = vi.fn(() => Promise.resolve())
  const controls = displayControls({
    power: { wire: () => ({ ask, send }) } as never,
    happened,
    reported: { front: () => ({ display }) } as never,
    takeImage: () => images.shift(),
  })
  return { ask, send, happened, controls }
}

test('a touch and a search reach the device, and a touch is told of by its label', () => {
  const { controls, send, happened } = openRig({ ...HOME, search: { label: 'Search', text: '' } })
  controls.touch('ada')
  controls.searchDisplay('bo')
  expect(send.mock.calls).toEqual([
    [{ type: 'touched', button: 'ada' }],
    [{ type: 'searched', text: 'bo' }],
  ])
  expect(happened.mock.calls).toEqual([['touched', { label: 'Ada' }]])
})

test('what the display does not show reaches nobody', () => {
  const { controls, send, happened } = openRig(HOME)
  expect(() => controls.touch('bob')).toThrow('The display shows no such button.')
  expect(() => controls.searchDisplay('bo')).toThrow('The display has nothing to search in.')
  expect([send.mock.calls, happened.mock.calls]).toEqual([[], []])
})

test('who wants the image at once shares a request, and who wants it later gets the one of then', async () => {
  const { controls, ask } = openRig(HOME, IMAGE, { ...IMAGE, hash: 'cd', bytes: 'Aw==' })
  const two = await Promise.all([controls.welcomeImage(), controls.welcomeImage()])
  const first: ShownImage = { ...IMAGE, bytes: Buffer.of(1, 2) }
  expect(two).toEqual([first, first])
  expect(ask.mock.calls).toEqual([[{ type: 'sendWelcomeImage' }, 20_000]])
  expect(await controls.welcomeImage()).toEqual({ ...IMAGE, hash: 'cd', bytes: Buffer.of(3) })
  await expect(controls.welcomeImage()).rejects.toThrow('The display has no welcome image.')
})
