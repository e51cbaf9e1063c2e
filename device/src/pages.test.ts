import { productCalled } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import { pagesOf } from './pages.ts'

const shown = (number: string) =>
  pagesOf(productCalled(number), '/pages')
    .pages.map(({ path }) => path)
    .filter((path) => !path.includes('licences') && !path.startsWith('/admin/'))

test.each([
  ['A8307-E', ['/aca/index.html']],
  ['C1410', ['/local-player/', '/audio-manager/']],
  ['C1310-E', ['/local-player/', '/audio-manager/']],
  ['A1601', []],
])('%s shows the pages of its parts besides its console', (number, paths) => {
  expect(shown(number)).toEqual(paths)
})
