import type { MessageId } from '@lintel/contract/messages'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Catalogue } from './i18n.tsx'
import { I18n, Text, useLanguage, useText } from './i18n.tsx'
import { renderWithMessages } from './testing/render.tsx'

function Shown({ id, values = {} }: { id: MessageId; values?: Record<string, string | number> }) {
  const text = useText()
  return <p>{text(id, values)}</p>
}

const Name = () => <i>{useLanguage()}</i>

/** What the build makes of `{ [id]: text }`. */
const compiled = (id: MessageId, text: string) =>
  ({ [id]: [{ type: 0, value: text }] }) as unknown as Catalogue

test('the numbers of a rule appear in its message (SHELL-122)', () => {
  renderWithMessages(<Shown id="users.tooLong" values={{ max: 64 }} />, 'de')
  expect(screen.getByText('Höchstens 64 Zeichen.')).toBeTruthy()
  expect(document.documentElement.lang).toBe('de')
})

test('plural forms follow the language', () => {
  renderWithMessages(
    <>
      <Text id="ui.changes" values={{ count: 1 }} />
      <Text id="ui.changes" values={{ count: 2 }} />
    </>,
    'de',
  )
  expect(screen.getByText('1 Änderung').tagName).toBe('B')
  expect(screen.getByText('2 Änderungen')).toBeTruthy()
})

test('a page adds its messages to those of the providers around it', () => {
  render(
    <I18n language="de" catalogues={[compiled('ui.save', 'Außen')]}>
      <I18n catalogues={[compiled('ui.cancel', 'Innen')]}>
        <Shown id="ui.save" />
        <Shown id="ui.cancel" />
        <Name />
      </I18n>
    </I18n>,
  )
  expect(screen.getByText('Außen')).toBeTruthy()
  expect(screen.getByText('Innen')).toBeTruthy()
  expect(screen.getByText('de')).toBeTruthy()
})

test('an id without an English text does not compile', () => {
  const ids: MessageId[] = ['ui.save']
  // @ts-expect-error -- no catalogue has it
  ids.push('ui.nowhere')
  const kind = 'timeout' as 'timeout' | 'nowhere'
  // @ts-expect-error -- one of the two has none
  ids.push(`ui.fault.${kind}`)
  expect(ids).toHaveLength(3)
})
