import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'

const csv = 'organisation,firstName,speedDial\nHouse,Grace,5\nYard,Eve,12\nHouse,Ada,12a\n'

export const phonebookFiles: readonly PageDescriptor[] = [
  {
    route: '/phonebook/importexport',
    ready: (page) => expect(page.getByRole('region').first()).toBeVisible(),
    pictures: [
      { name: 'import and export' },
      {
        name: 'CSV preview',
        act: (page) =>
          page
            .locator('main input[type="file"]')
            .last()
            .setInputFiles({
              name: 'people.csv',
              mimeType: 'text/csv',
              buffer: Buffer.from(csv),
            }),
      },
    ],
  },
]
