import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad } from './parts.ts'

export const sipAccounts: readonly PageDescriptor[] = [
  {
    route: '/sip/accounts',
    menu: { English: 'SIP accounts', German: 'SIP-Konten' },
    ready: (page) => expect(page.locator('main tbody tr').first()).toBeVisible(),
    openings: [{ calls: ['sip'], inside: true, failed: couldNotLoad }],
    pictures: [{ name: 'accounts' }],
  },
]
