import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'

export const signIn: readonly PageDescriptor[] = [
  {
    path: '/sign-in',
    person: 'nobody',
    ready: (page) => expect(page.locator('input[type="password"]')).toBeVisible(),
    pictures: [{ name: 'sign-in' }],
  },
]
