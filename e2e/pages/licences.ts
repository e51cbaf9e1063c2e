import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad } from './parts.ts'

export const licences: readonly PageDescriptor[] = [
  {
    path: '/webapp/hw/licences.html',
    ready: (page) => expect(page.getByRole('listitem').first()).toBeVisible(),
    openings: [{ calls: ['getbrand', 'usergroup', 'param.list'], failed: couldNotLoad }],
    pictures: [{ name: 'licences' }],
  },
]
