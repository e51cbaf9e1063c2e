import { expect, test } from 'vitest'
import { idsNamed, readRequirements, requirementsIn } from './requirements.mjs'

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
  expect(idsNamed(code.join('\n'))).toEqual([['USERS-25'], ['USERS-25', 'OPEN-28']])
})

test('every id is in the catalogue once', async () => {
  const ids = (await readRequirements()).map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.length).toBeGreaterThan(1000)
})
