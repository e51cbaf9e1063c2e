import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'

export const search: readonly PageDescriptor[] = [
  {
    route: '/search',
    linked: false,
    ready: (page) => expect(page.getByRole('search').getByRole('searchbox')).toBeVisible(),
    openings: [{ calls: ['param.list', 'intercom', 'date', 'time'] }],
    restart: {
      before: (page) => page.getByRole('searchbox').fill('user'),
      async after(page) {
        await expect(page.getByRole('searchbox')).toHaveValue('user')
        await expect(page.getByRole('search').getByRole('link').first()).toHaveText('Users')
      },
    },
    pictures: [
      { name: 'empty', route: '/maintenance', act: (page) => page.keyboard.press('Control+k') },
      {
        name: 'results',
        route: '/maintenance',
        async act(page) {
          await page.keyboard.press('Control+k')
          await page.getByRole('search').getByRole('searchbox').fill('e')
          await expect(page.getByRole('search').getByRole('link').first()).toBeVisible()
        },
      },
      {
        name: 'nothing',
        async act(page) {
          await page.getByRole('search').getByRole('searchbox').fill('xylophone')
          await expect(page.getByRole('search').getByRole('heading')).toBeVisible()
        },
      },
      { name: 'field', route: '/maintenance?field=restart' },
    ],
  },
]
