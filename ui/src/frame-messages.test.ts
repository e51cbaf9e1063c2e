import { afterEach, expect, test, vi } from 'vitest'
import { listenToFrame, listenToPageAround } from './frame-messages.tsx'

const inside = { postMessage() {} } as unknown as Window
const onMessage = vi.fn()
const stop = listenToFrame(() => ({ contentWindow: inside }), onMessage)
afterEach(() => onMessage.mockClear())

function receive(
  data: unknown,
  { origin = location.origin, source = inside }: { origin?: string; source?: Window | null } = {},
) {
  const event = new MessageEvent('message', { data, origin })
  Object.defineProperty(event, 'source', { value: source })
  dispatchEvent(event)
}

const UNSAVED = { about: 'unsaved', loss: 'values' }

test.each([
  UNSAVED,
  { about: 'unsaved', loss: null },
  { about: 'toast', toast: { status: 'ok', text: 'Saved.' } },
  { about: 'signedOut' },
  { about: 'view', view: 'create', how: 'open' },
])('%o of the framed page is received', (message) => {
  receive(message)
  expect(onMessage).toHaveBeenCalledExactlyOnceWith(message)
})

test.each([
  null,
  'unsaved',
  { about: 'unsaved', loss: 'all' },
  { about: 'unsaved' },
  { about: 'toast', toast: { status: 'toString', text: 'x' } },
  { about: 'toast', toast: { status: 'ok', text: 1 } },
  { about: 'toast', toast: null },
  { about: 'view', view: 'create' },
  { about: 'view', view: 1, how: 'open' },
  { about: 'else' },
])('%o is no message', (message) => {
  receive(message)
  expect(onMessage).not.toHaveBeenCalled()
})

test('messages of another origin or another window are ignored', () => {
  receive(UNSAVED, { origin: 'http://elsewhere.example' })
  receive(UNSAVED, { source: { postMessage() {} } as unknown as Window })
  receive(UNSAVED, { source: null })
  expect(onMessage).not.toHaveBeenCalled()
})

test('nothing is received once it has stopped', () => {
  stop()
  receive(UNSAVED)
  expect(onMessage).not.toHaveBeenCalled()
})

test('a framed page receives what the page around it asks for, and nothing else', () => {
  const stopInside = listenToPageAround(onMessage)
  receive({ about: 'save' }, { source: window.parent })
  expect(onMessage).toHaveBeenCalledExactlyOnceWith({ about: 'save' })
  receive({ about: 'save' }, { source: inside })
  receive({ about: 'save' }, { source: window.parent, origin: 'http://elsewhere.example' })
  receive(UNSAVED, { source: window.parent })
  receive('save', { source: window.parent })
  receive({ about: 'signedIn' }, { source: window.parent })
  expect(onMessage).toHaveBeenLastCalledWith({ about: 'signedIn' })
  stopInside()
  receive({ about: 'save' }, { source: window.parent })
  expect(onMessage).toHaveBeenCalledTimes(2)
})
