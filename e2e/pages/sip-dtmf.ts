import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad } from './parts.ts'

export const sipDtmf: readonly PageDescriptor[] = [
  {
    route: '/sip/dtmf',
    menu: { English: 'DTMF', German: 'DTMF' },
    ready: (page) => expect(page.locator('main tbody tr').first()).toBeVisible(),
    openings: [{ calls: ['sip'], inside: true, failed: couldNotLoad }],
    pictures: [{ name: 'configurations' }],
  },
]
