import { describe, expect, test } from 'vitest'
import { catalogueFaults, unusedIds } from './catalogues.mjs'
import { brokenWalls } from './walls.mjs'

describe('walls', () => {
  test.each([
    ['console/src/a.ts', "import { x } from '@lintel/contract/client'"],
    ['console/src/a.ts', "import { x } from '@lintel/ui/button'"],
    ['console/src/a/b.ts', "import { x } from '../c.ts'"],
    ['device/src/a.ts', "import { x } from '@lintel/front-door/serve'"],
    ['board/bench-page/src/a.tsx', "import { x } from '@lintel/ui/button'"],
    ['console/vite.config.ts', "import { messages } from '../tools/messages.mjs'"],
  ])('%s may hold %s', (file, code) => {
    expect(brokenWalls(file, code)).toEqual([])
  })

  test.each([
    ['contract/src/a.ts', "import { x } from '@lintel/ui/button'"],
    ['console/src/a.ts', "import type { X } from '@lintel/device/device'"],
    ['console/src/a.ts', "const x = await import('../../device/src/b.ts')"],
    ['device/src/a.ts', "export { x } from '@lintel/board/main'"],
    ['board/src/power.ts', "import { x } from '@lintel/ui/button'"],
    ['console/src/a.ts', "import '../../tools/messages.mjs'"],
  ])('%s may not hold %s', (file, code) => {
    expect(brokenWalls(file, code)).toHaveLength(1)
  })
})

describe('catalogues', () => {
  const english = { 'a.title': 'Users', 'a.count': '{n, plural, one {# user} other {# users}}' }
  const german = {
    'a.title': 'Benutzer',
    'a.count': '{n, plural, one {# Benutzer} other {# Benutzer}}',
  }

  /** @param {Record<string, string>} changed */
  const faults = (changed) => catalogueFaults('de.json', 'de', { ...german, ...changed }, english)

  test('a complete translation passes', () => {
    expect(faults({})).toEqual([])
  })

  test.each([
    [{ 'a.title': 'Users' }, 'still English'],
    [{ 'a.count': '{n, plural, other {# Benutzer}}' }, 'lacks the form for one'],
    [{ 'a.count': '{m, plural, one {# Benutzer} other {# Benutzer}}' }, 'other placeholders'],
    [{ 'a.title': 'Benutzer {' }, 'not valid ICU'],
    [{ 'a.title': ' ' }, 'is empty'],
    [{ 'a.title': 'Benutzer!' }, 'exclaims'],
    [{ 'a.more': 'Mehr' }, 'which English lacks'],
  ])('%o is refused: %s', (changed, reason) => {
    expect(faults(changed).join()).toContain(reason)
  })

  test('a missing text is refused', () => {
    expect(catalogueFaults('de.json', 'de', {}, { 'a.title': 'Users' })).toEqual([
      'de.json lacks a.title',
    ])
  })

  test('an id counts as used when code names it or begins a template with it', () => {
    const code = "text('a.title'); text(`role.${group}`)"
    expect(unusedIds(['a.title', 'role.admin', 'a.gone'], code)).toEqual(['a.gone'])
  })
})
