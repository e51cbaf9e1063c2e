import { productCalled } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import { pagesOf } from './device-pages.ts'

/** On all products, like those below `/admin/`. */
const EVENT_PAGES = ['action_rules', 'recipients', 'schedules', 'recurrences'].map(
  (name) => `/operator/${name}.shtml`,
)

const shown = (number: string) =>
  pagesOf(productCalled(number), '/pages')
    .pages.map(({ path }) => path)
    .filter((path) => !path.includes('licences') && !path.startsWith('/admin/'))
    .filter((path) => !EVENT_PAGES.includes(path))

const AUDIO = [
  '/local-player/',
  '/audio-manager/',
  '/operator/audio_overview.shtml',
  '/operator/audio_system_settings.shtml',
]

test.each([
  ['A8307-E', ['/aca/index.html', '/operator/manual_triggers.shtml']],
  ['C1410', AUDIO],
  ['C1310-E', AUDIO],
  ['A1601', []],
])('%s shows the pages of its parts besides its console', (number, paths) => {
  expect(shown(number)).toEqual(paths)
})

test('of audio products, the pages of the audio system are for administrators (AUDIO-20, AUDIO-21, SHELL-56)', () => {
  const { pages } = pagesOf(productCalled('C1410'), '/pages')
  const roles = pages.flatMap(({ path, role }) => (path.startsWith('/operator/') ? [role] : []))
  expect(roles.slice(-2)).toEqual(['admin', 'admin'])
})

test.each(['A8307-E', 'C1410', 'A1601'])(
  '%s has the pages of events, for administrators',
  (number) => {
    const { pages } = pagesOf(productCalled(number), '/pages')
    const found = EVENT_PAGES.map((path) => pages.find((page) => page.path === path)?.role)
    expect(found).toEqual(EVENT_PAGES.map(() => 'admin'))
  },
)
