import { expect, test } from 'vitest'
import { idsNamed, readNamed, readRequirements, requirementsIn } from './requirements.mjs'

const AREAS = new Set(['USERS', 'OPEN', 'SIPSET'])

test('a line has id, area and statement; only the last column marks it as information', () => {
  const lines = [
    "- USERS-25 | Letters and digits, or '|' | A §5",
    '- USERS-38 | info is a word here | A §5 | info',
    '- OPEN-03 | medium | What the guard does. | A §2 | Redirect to /.',
    'USERS-99 | not a line of the list | A §5',
  ]
  expect(requirementsIn(lines.join('\n'))).toEqual([
    { id: 'USERS-25', area: 'USERS', text: "Letters and digits, or '|'", info: false },
    { id: 'USERS-38', area: 'USERS', text: 'info is a word here', info: true },
    { id: 'OPEN-03', area: 'OPEN', text: 'Redirect to /.', info: false },
  ])
})

test('ids count at the end of a title, in any kind of quotes', () => {
  const code = [
    "test('refuses a space (USERS-25)', () => {})",
    'test(`two at once (USERS-25, OPEN-28)`, () => {})',
    '// mentions (USERS-01) outside of a title',
  ]
  expect(idsNamed(code.join('\n'), AREAS)).toEqual([['USERS-25'], ['USERS-25', 'OPEN-28']])
})

test('ids count in the rows that titles are made of, and beside them in such a title', () => {
  const code = [
    "test.each([['name', 'SIPSET-14, SIPSET-15'], ['port', \"SIPSET-17\"]])('%s (%s)', () => {})",
    "test.each(ROWS)('%s is refused (%2$s, USERS-31)', () => {})",
    'test(`of ${role} (USERS-08, ${id}, OPEN-03)`, () => {})',
    "const { ids } = { oper: { ids: 'USERS-18,USERS-19' } }[role]",
  ]
  expect(idsNamed(code.join('\n'), AREAS)).toEqual([
    ['USERS-31'],
    ['USERS-08', 'OPEN-03'],
    ['SIPSET-14', 'SIPSET-15'],
    ['SIPSET-17'],
    ['USERS-18', 'USERS-19'],
  ])
})

test('what only looks like an id does not count, but in a title an unknown area is a mistake', () => {
  const code = [
    "['SHA-256', 'RSA-2048', 'JST-9', 'UTF-8', 'A8307-E', 'CET-1CEST', 'SHA-256, MD5']",
    "const mixed = 'USERS-25, SHA-256'",
    "const text = 'see USERS-25'",
    '// Decided in USERS-25, or `USERS-25`s kin',
    "test('reads it (USER-25)', () => {})",
  ]
  expect(idsNamed(code.join('\n'), AREAS)).toEqual([['USER-25']])
})

test('every id is in the catalogue once', async () => {
  const ids = (await readRequirements()).map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.length).toBeGreaterThan(1000)
})

test('tables that tests share are read with the tests, and the examples above are not', async () => {
  const named = await readNamed(new Set(['SHELL', 'USER']))
  /** @param {string} id */
  const filesOf = (id) => named.filter(({ ids }) => ids.includes(id)).map(({ file }) => file)
  expect(filesOf('SHELL-41')).toEqual(['contract/src/testing/console-routes.ts'])
  expect(filesOf('USER-25')).toEqual([])
})
