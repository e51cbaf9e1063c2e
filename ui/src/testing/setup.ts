import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { currentToasts, removeToast } from '../toast-store.ts'

afterEach(() => {
  cleanup()
  // Toasts belong to no page; the next one would show them.
  for (const { id } of currentToasts()) removeToast(id)
})

// A slow machine must not fail a test.
configure({ asyncUtilTimeout: 10_000 })

// Outside a test's own stub there is no network: a request that a test leaves behind is answered as
// not found. Without an answer, the console would look for the device again and again, also in the
// tests that follow.
globalThis.fetch = () => Promise.resolve(new Response(null, { status: 404 }))

// happy-dom lacks these, from which the form library tells whether somebody has chosen an option
// before it was ready. The files of a worker run this again on the same classes.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { configurable: true, get: () => 0 })
Object.defineProperty(HTMLOptionElement.prototype, 'defaultSelected', {
  configurable: true,
  get(this: HTMLOptionElement) {
    return this.hasAttribute('selected')
  },
})

// happy-dom has no popovers.
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    this.dataset['popoverOpen'] = ''
  },
  hidePopover(this: HTMLElement) {
    delete this.dataset['popoverOpen']
  },
})
