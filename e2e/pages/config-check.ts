import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'

export const configCheck: readonly PageDescriptor[] = [
  {
    route: '/config-check',
    menu: { English: 'Config check', German: 'Konfigurationsprüfung' },
    ready: (page) => expect(page.locator('main p').last()).toBeVisible(),
    openings: [{ calls: ['param.list', 'intercom'] }],
    pictures: [{ name: 'keypad' }],
  },
]
