import { expect, test } from 'vitest'
import { modulesFrom } from './build.mjs'

test('a build depends on the tools that it imports, directly or through others', async () => {
  expect(await modulesFrom('device-pages/vite.config.ts')).toEqual(
    expect.arrayContaining([
      'tools/theme-script.mjs',
      'tools/shared-chunk.mjs',
      'tools/licences/note-packages.mjs',
      'tools/licences/texts.mjs',
    ]),
  )
})
