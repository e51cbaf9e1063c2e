import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad } from './parts.ts'

export const sipSettings: readonly PageDescriptor[] = [
  {
    route: '/sip/settings',
    menu: { English: 'SIP settings', German: 'SIP-Einstellungen' },
    ready: (page) => expect(page.locator('main input[name="enabled"]')).toBeVisible(),
    openings: [{ calls: ['sip'], inside: true, failed: couldNotLoad }],
    pictures: [{ name: 'settings' }],
  },
]
