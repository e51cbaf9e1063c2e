import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Catalogue } from './i18n.tsx'
import { I18n, Text, useLanguage, useText } from './i18n.tsx'
import { renderWithWords } from './testing/render.tsx'

function Words({ id, values = {} }: { id: string; values?: Record<string, string | number> }) {
  const text = useText()
  return <p>{text(id, values)}</p>
}

const Name = () => <i>{useLanguage()}</i>

/** What the build makes of `{ [id]: text }`. */
const compiled = (id: string, text: string) =>
  ({ [id]: [{ type: 0, value: text }] }) as unknown as Catalogue

test('the numbers of a rule stand in its text (SHELL-122)', () => {
  renderWithWords(<Words id="users.tooLong" values={{ max: 64 }} />, 'de')
  expect(screen.getByText('Höchstens 64 Zeichen.')).toBeTruthy()
  expect(document.documentElement.lang).toBe('de')
})

test('plural forms follow the language', () => {
  renderWithWords(
    <>
      <Text id="ui.changes" values={{ count: 1 }} />
      <Text id="ui.changes" values={{ count: 2 }} />
    </>,
    'de',
  )
  expect(screen.getByText('1 Änderung').tagName).toBe('B')
  expect(screen.getByText('2 Änderungen')).toBeTruthy()
})

test('a page adds its words to those around it', () => {
  render(
    <I18n language="de" catalogues={[compiled('a.outer', 'Außen')]}>
      <I18n catalogues={[compiled('a.inner', 'Innen')]}>
        <Words id="a.outer" />
        <Words id="a.inner" />
        <Name />
      </I18n>
    </I18n>,
  )
  expect(screen.getByText('Außen')).toBeTruthy()
  expect(screen.getByText('Innen')).toBeTruthy()
  expect(screen.getByText('de')).toBeTruthy()
})
