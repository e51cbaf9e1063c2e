/** Every page that only audio products have, on a device that fails under it. */
import { at, expect, test } from '../fixture.ts'
import { couldNotLoad, testLoading } from './loading.ts'

test.use({ product: 'C1410' })

testLoading([
  {
    address: at('/'),
    calls: ['param.list', 'audiorelay', 'axast', 'audioSite'],
    there: async (page) => {
      await expect(page.getByRole('term').filter({ hasText: 'Friendly name' })).toBeVisible()
      await expect(page.getByText('The speaker is not calibrated.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Open the audio manager' })).toBeVisible()
      await expect(page.getByText('Leader', { exact: true })).toBeVisible()
    },
    failed: couldNotLoad,
  },
  {
    address: '/local-player/',
    calls: ['getbrand', 'usergroup', 'param.list'],
    there: (page) => expect(page.getByRole('button', { name: 'Play Alarm' })).toBeVisible(),
    failed: couldNotLoad,
  },
  {
    what: 'what plays on /local-player/',
    address: '/local-player/',
    calls: ['playing', 'time'],
    there: (page) =>
      expect(page.getByText('Nothing. Choose a clip below.')).toBeVisible({ timeout: 10_000 }),
    failed: (page) => page.getByText(/The device doesn't answer|went wrong|refused/),
    byItself: true,
  },
  {
    address: '/audio-manager/',
    calls: ['getbrand', 'usergroup', 'param.list'],
    there: (page) => expect(page.getByRole('listitem')).toHaveCount(1),
    failed: couldNotLoad,
  },
  {
    what: 'the members on /audio-manager/',
    address: '/audio-manager/',
    calls: ['audiorelay', 'audioSite'],
    there: (page) => expect(page.getByRole('listitem')).toHaveCount(1),
    failed: couldNotLoad,
    byItself: true,
  },
])
