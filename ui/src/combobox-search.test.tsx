import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Combobox } from './combobox.tsx'
import { renderWithMessages } from './testing/render.tsx'

const PEOPLE = ['Ada', 'Bob', 'Bobby']

/** A box whose options are found when the test says so. */
function openBox() {
  const onChange = vi.fn<(value: string) => void>()
  const asked: string[] = []
  const answers = { take: (_found: string): void => undefined }
  function Person() {
    const [found, setFound] = useState<string>()
    const [value, setValue] = useState('zoe')
    useEffect(() => {
      answers.take = setFound
    }, [])
    const options = PEOPLE.filter((name) => name.includes(found ?? ''))
    return (
      <Combobox
        id="person"
        label="Person"
        options={options.map((name) => ({ value: name.toLowerCase(), label: name }))}
        value={value}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
        search={{
          onSearch: (typed) => void asked.push(typed),
          found,
          total: found === '' ? 10_000 : options.length,
          valueLabel: value === 'zoe' ? 'Zoe' : '',
        }}
      />
    )
  }
  renderWithMessages(<Person />)
  return {
    onChange,
    asked,
    answer: (found: string) => act(() => answers.take(found)),
    box: screen.getByRole<HTMLInputElement>('combobox'),
    options: () => screen.queryAllByRole('option').map((option) => option.textContent),
  }
}

test('shows the value although it is not among the options, and tells how many others there are', async () => {
  const { answer, asked, box, options } = openBox()
  expect(box.value).toBe('Zoe')
  await userEvent.click(box)
  expect(asked).toEqual([''])
  expect(options()).toEqual([])
  expect(screen.getByText('Loading')).toBeTruthy()
  answer('')
  expect(await screen.findByText('9,997 more. Type to find them.')).toBeTruthy()
  expect(options()).toEqual(PEOPLE)
})

test('never selects from the results of another text', async () => {
  const { answer, asked, box, onChange, options } = openBox()
  await userEvent.click(box)
  await userEvent.clear(box)
  answer('Ada')
  await userEvent.type(box, 'Bobb{Enter}')
  expect(asked.at(-1)).toBe('Bobb')
  expect(options()).toEqual([])
  expect(onChange).not.toHaveBeenCalled()
  expect(box.value).toBe('Bobb')
  answer('Bobb')
  expect(await screen.findByRole('option', { name: 'Bobby' })).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([['bobby']])
  expect(box.value).toBe('Bobby')
})
