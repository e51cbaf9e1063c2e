import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench
beforeEach(() => {
  bench = renderBench()
})
afterEach(() => vi.unstubAllGlobals())

test('a sleeping display can be touched', async () => {
  const user = userEvent.setup()
  bench.tell({ display: { state: 'asleep', title: '', subtitle: '', time: '' } })
  await user.click(screen.getByRole('button', { name: 'The display sleeps. Touch it.' }))
  expect(bench.sent).toEqual([['/bench/press', { key: 'display' }]])
})

test('the display lists whom visitors can choose, in any script, and what is touched is sent', async () => {
  const user = userEvent.setup()
  const buttons = [
    { id: 'all', label: 'All', kind: 'callGroup' as const },
    { id: 'house', label: 'House', kind: 'organisation' as const },
    { id: 'noa', label: 'נועה 🚪', kind: 'contact' as const },
    { id: '#next', label: 'Next page', kind: 'next' as const },
  ]
  bench.tell({
    display: { state: 'on', title: 'Welcome', subtitle: 'Gate', time: '14:07', buttons },
  })
  const display = within(screen.getByRole('region', { name: 'Display' }))
  const shown = display.getAllByRole('button')
  expect(shown.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'All',
    'House',
    'נועה 🚪',
    'Next page',
  ])
  for (const one of shown) await user.click(one)
  expect(bench.sent).toEqual(buttons.map(({ id }) => ['/bench/touch', { button: id }]))
})

test('on the home screen the logo replaces the texts, and the reception comes first', () => {
  bench.tell({
    display: {
      state: 'on',
      screen: 'home',
      title: '',
      subtitle: '',
      time: '14:07',
      image: 'ab'.repeat(32),
      language: 'de',
      buttons: [
        { id: 'desk', label: 'Empfang', kind: 'reception' },
        { id: '#contacts', label: 'Kontakte', kind: 'contacts' },
      ],
    },
  })
  const display = screen.getByRole('region', { name: 'Display' })
  expect(display.getAttribute('lang')).toBe('de')
  const logo = within(display).getByAltText('Welcome image')
  expect(logo.getAttribute('src')).toBe(`/bench/welcome-image?hash=${'ab'.repeat(8)}`)
  expect(
    within(display)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Empfang', 'Kontakte'])
})

test('what is typed into the search is sent in order, and is gone when the display ends the search', async () => {
  const display = (text: string) => ({
    state: 'on' as const,
    screen: 'contacts' as const,
    title: 'Contacts',
    subtitle: '',
    time: '14:07',
    search: { label: 'Search for a name', text },
  })
  bench.tell({ display: display('') })
  const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search for a name' })
  const type = (value: string) => fireEvent.change(box(), { target: { value } })
  type('ada l')
  await vi.waitFor(() => expect(bench.sent).toEqual([['/bench/search', { text: 'ada l' }]]))
  bench.tell({ display: display('ada l') })
  expect(box().value).toBe('ada l')
  // What is known later than it was typed undoes nothing.
  type('ada lo ')
  type('ada lov')
  bench.tell({ display: display('ada lo') })
  expect(box().value).toBe('ada lov')
  await vi.waitFor(() => expect(bench.sent.at(-1)).toEqual(['/bench/search', { text: 'ada lov' }]))
  expect(bench.sent).toHaveLength(2)
  fireEvent.blur(box())
  expect(box().value).toBe('ada lo')
  type('ada')
  bench.tell({ display: display('') })
  expect(box().value).toBe('')
  // Somebody types in another window.
  bench.tell({ display: display('bob') })
  expect(box().value).toBe('bob')
})

test('when a screen replaces the one with the focus, the display keeps the focus, and it is read out', async () => {
  const user = userEvent.setup()
  const display = (title: string, id: string) => ({
    state: 'on' as const,
    title,
    subtitle: '',
    time: '14:07',
    buttons: [{ id, label: id, kind: 'contacts' as const }],
  })
  bench.tell({ display: display('Welcome', '#contacts') })
  const glass = screen.getByRole('region', { name: 'Display' })
  expect(screen.getByText('Welcome').closest('[aria-live="polite"]')).not.toBeNull()
  within(glass).getByRole('button').focus()
  await user.keyboard('{Enter}')
  bench.tell({ display: display('Contacts', '#back') })
  expect(document.activeElement).toBe(glass)
  // Nobody is brought here from elsewhere.
  glass.blur()
  bench.tell({ display: display('Welcome', '#contacts') })
  expect(document.activeElement).toBe(document.body)
})

test('the keypad on the display presses keys, and shows how many, not which', async () => {
  const user = userEvent.setup()
  bench.tell({
    display: {
      state: 'on',
      screen: 'keypad',
      title: 'Enter your PIN.',
      subtitle: '',
      time: '14:07',
      keys: 3,
      buttons: [{ id: '#back', label: 'Back', kind: 'back' }],
    },
  })
  const display = within(screen.getByRole('region', { name: 'Display' }))
  expect(display.getByRole('status').textContent).toBe('•••3 keys entered')
  await user.click(display.getByRole('button', { name: 'Key 7 on the display' }))
  await user.click(display.getByRole('button', { name: 'Back' }))
  expect(bench.sent).toEqual([
    ['/bench/press', { key: '7' }],
    ['/bench/touch', { button: '#back' }],
  ])
})

type Seen = Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'>

/** Everything is in the window, or nothing is. */
function stubView(isIntersecting: boolean): void {
  class View {
    #tell: (entries: Seen[]) => void
    constructor(tell: (entries: Seen[]) => void) {
      this.#tell = tell
    }
    observe(target: Element) {
      this.#tell([{ isIntersecting, target }])
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', View)
}

test('a monitor that nobody sees asks for no pictures', () => {
  stubView(false)
  bench.tell({ hdmi: { source: 'camera', degrees: 0, mirrored: false } })
  const monitor = within(screen.getByRole('region', { name: 'HDMI output' }))
  expect(monitor.queryAllByRole('img')).toEqual([])
})

test.each([
  ['camera', ['Picture of the camera']],
  ['display', ['Picture of the display']],
  ['all', ['Picture of the camera', 'Picture of the display']],
] as const)('with the source %s the monitor shows %j', (source, pictures) => {
  stubView(true)
  bench.tell({ hdmi: { source, degrees: 90, mirrored: true } })
  const monitor = within(screen.getByRole('region', { name: 'HDMI output' }))
  const nameOf = (one: HTMLElement) => one.getAttribute('alt') ?? one.getAttribute('aria-label')
  const shown = [...monitor.queryAllByRole('img'), ...monitor.queryAllByRole('figure')]
  expect(shown.map(nameOf)).toEqual(pictures)
  const picture = document.querySelector('[data-degrees]')
  expect(picture?.getAttribute('data-degrees')).toBe('90')
  expect(picture?.hasAttribute('data-mirrored')).toBe(true)
})

test('a picture that is not mirrored is shown as it is', () => {
  stubView(true)
  bench.tell({ hdmi: { source: 'camera', degrees: 0, mirrored: false } })
  const picture = document.querySelector<HTMLElement>('[data-degrees]')
  expect(picture?.hasAttribute('data-mirrored')).toBe(false)
  expect(picture?.style.getPropertyValue('--across')).toBe('1')
  bench.tell({ hdmi: { source: 'camera', degrees: 270, mirrored: true } })
  expect(picture?.style.getPropertyValue('--across')).toBe('-1')
  expect(picture?.style.getPropertyValue('--turned')).toBe('270deg')
})

test('a product without the output has no monitor', () => {
  bench.tell({ hdmi: null })
  expect(screen.queryByRole('region', { name: 'HDMI output' })).toBeNull()
})
