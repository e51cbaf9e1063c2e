import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'

export const configCheck: readonly PageDescriptor[] = [
  {
    route: '/config-check',
    menu: { English: 'Config check', German: 'Konfigurationsprüfung' },
    ready: (page) => expect(page.locator('main').getByRole('status').first()).toBeVisible(),
    openings: [{ calls: ['param.list', 'intercom'] }],
    pictures: [
      { name: 'nothing' },
      { name: 'keypad', product: 'A8207-VE' },
      { name: 'clear', product: 'I8016-LVE' },
    ],
  },
]
