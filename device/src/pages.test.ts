import { productCalled } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import { pagesOf } from './pages.ts'

const shown = (number: string) =>
  pagesOf(productCalled(number), '/pages')
    .pages.map(({ path }) => path)
    .filter((path) => !path.includes('licences') && !path.startsWith('/admin/'))

const AUDIO = [
  '/local-player/',
  '/audio-manager/',
  '/operator/audio_overview.shtml',
  '/operator/audio_system_settings.shtml',
]

test.each([
  ['A8307-E', ['/aca/index.html']],
  ['C1410', AUDIO],
  ['C1310-E', AUDIO],
  ['A1601', []],
])('%s shows the pages of its parts besides its console', (number, paths) => {
  expect(shown(number)).toEqual(paths)
})

test('of audio products, the pages of the audio system are for administrators (AUDIO-20, AUDIO-21, SHELL-56)', () => {
  const { pages } = pagesOf(productCalled('C1410'), '/pages')
  const roles = pages.flatMap(({ path, role }) => (path.startsWith('/operator/') ? [role] : []))
  expect(roles).toEqual(['admin', 'admin'])
})
