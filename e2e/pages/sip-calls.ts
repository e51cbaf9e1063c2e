import { getCallLog } from '@lintel/contract/calls/call-log'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad } from './parts.ts'

export const sipCalls: readonly PageDescriptor[] = [
  {
    route: '/sip/calls',
    about: getCallLog,
    menu: { English: 'Call log', German: 'Anrufliste' },
    ready: (page) => expect(page.locator('main figure')).toBeVisible(),
    openings: [{ calls: ['callLog'], inside: true, failed: (page) => couldNotLoad(page).first() }],
    pictures: [{ name: 'empty' }],
  },
]
