import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// happy-dom has no popovers.
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    this.dataset['popoverOpen'] = ''
  },
  hidePopover(this: HTMLElement) {
    delete this.dataset['popoverOpen']
  },
})
