import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'
import { renderWithMessages } from './testing/render.tsx'

const PARTS = ['calls', 'ports', 'audio'] as const

function Parts() {
  const [part, setPart] = useState<(typeof PARTS)[number]>('calls')
  return (
    <Tabs
      label="Telephone"
      value={part}
      onChange={setPart}
      items={PARTS.map((value) => ({ value, label: value, wrong: value === 'audio' }))}
    >
      <p>The {part}.</p>
    </Tabs>
  )
}

const tab = (name: string | RegExp) => screen.getByRole('tab', { name })
const panel = () => screen.getByRole('tabpanel')

test('a tab shows its part, and one with an error says so', async () => {
  renderWithMessages(<Parts />)
  expect(screen.getByRole('tablist', { name: 'Telephone' })).toBeTruthy()
  expect(panel().textContent).toBe('The calls.')
  await userEvent.click(tab('ports'))
  expect(panel().textContent).toBe('The ports.')
  expect(screen.getByRole('tabpanel', { name: 'ports' })).toBe(panel())
  expect(tab('ports').getAttribute('aria-selected')).toBe('true')
  expect(tab('audio has errors')).toBeTruthy()
})

test('the tabs are one stop, in which arrows, Home and End move around', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Parts />)
  await user.tab()
  expect(document.activeElement).toBe(tab('calls'))
  for (const [key, name] of [
    ['ArrowLeft', /audio/],
    ['ArrowRight', 'calls'],
    ['End', /audio/],
    ['Home', 'calls'],
    ['ArrowRight', 'ports'],
  ] as const) {
    await user.keyboard(`{${key}}`)
    expect(document.activeElement).toBe(tab(name))
    expect(tab(name).getAttribute('aria-selected')).toBe('true')
  }
  await user.tab()
  expect(screen.getAllByRole('tab')).not.toContain(document.activeElement)
})

test('the ends beyond which the line scrolls are marked', async () => {
  renderWithMessages(<Parts />)
  const line = screen.getByRole('tablist')
  Object.defineProperty(line, 'scrollWidth', { value: 500 })
  Object.defineProperty(line, 'clientWidth', { value: 300 })
  const marks = () => ['data-before', 'data-after'].map((name) => line.hasAttribute(name))
  line.scrollLeft = 0
  line.dispatchEvent(new Event('scroll'))
  expect(marks()).toEqual([false, true])
  line.scrollLeft = 200
  line.dispatchEvent(new Event('scroll'))
  expect(marks()).toEqual([true, false])
})
