import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Combobox, ComboboxField } from './combobox.tsx'
import { SettingsForm, useSettingsForm } from './form.tsx'
import { renderWithMessages } from './testing/render.tsx'

const ZONES = [
  { value: 'berlin', label: 'Europe/Berlin', end: 'UTC+01:00' },
  { value: 'paris', label: 'Europe/Paris', end: 'UTC+01:00' },
  { value: 'calcutta', label: 'Asia/Calcutta', end: 'UTC+05:30', keywords: 'Kolkata' },
  { value: 'sao', label: 'America/São_Paulo' },
]

function Zone(props: {
  onChange?: (value: string) => void
  options?: typeof ZONES
  start?: string
}) {
  const { onChange, options = ZONES, start = 'paris' } = props
  const [value, setValue] = useState(start)
  return (
    <>
      <label htmlFor="zone">Zone</label>
      <Combobox
        id="zone"
        label="Zone"
        options={options}
        value={value}
        onChange={(next) => {
          setValue(next)
          onChange?.(next)
        }}
      />
      <button type="button">Next</button>
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Zone' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
/** The option that a screen reader reads as current. */
function active() {
  const id = box().getAttribute('aria-activedescendant')
  return id === null ? undefined : document.getElementById(id)?.firstElementChild?.textContent
}

test('is closed at first, then lists all options with the selected one active', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Zone />)
  expect(box().value).toBe('Europe/Paris')
  expect(box().getAttribute('aria-expanded')).toBe('false')
  await user.tab()
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{ArrowDown}')
  expect(box().getAttribute('aria-expanded')).toBe('true')
  const list = screen.getByRole('listbox', { name: 'Zone' })
  expect(box().getAttribute('aria-controls')).toBe(list.id)
  expect(within(list).getAllByRole('option')).toHaveLength(4)
  expect(within(list).getByRole('option', { selected: true }).textContent).toContain('Paris')
  expect(active()).toBe('Europe/Paris')
})

test('arrow keys move, Enter selects, Escape selects nothing', async () => {
  const user = userEvent.setup()
  const chosen = vi.fn<(value: string) => void>()
  renderWithMessages(<Zone onChange={chosen} />)
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}')
  expect(active()).toBe('Europe/Berlin')
  await user.keyboard('{Escape}')
  expect([box().value, screen.queryByRole('listbox')]).toEqual(['Europe/Paris', null])
  await user.keyboard('{ArrowDown}{PageDown}')
  expect(active()).toBe('America/São_Paulo')
  await user.keyboard('{PageUp}{Enter}')
  expect(chosen.mock.calls).toEqual([['berlin']])
  expect([box().value, screen.queryByRole('listbox')]).toEqual(['Europe/Berlin', null])
  expect(document.activeElement).toBe(box())
})

test('typing filters options by label, accents ignored, and keywords, and announces the count', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Zone />)
  await user.tab()
  // The selected text is highlighted, so typing replaces it.
  await user.keyboard('eur 01:00')
  expect(options()).toEqual(['Europe/BerlinUTC+01:00', 'Europe/ParisUTC+01:00'])
  expect(active()).toBe('Europe/Berlin')
  expect(screen.getByRole('status').textContent).toBe('2 entries')
  await user.clear(box())
  await user.keyboard('kolk')
  expect(options()).toEqual(['Asia/CalcuttaUTC+05:30'])
  await user.clear(box())
  await user.keyboard('sao_paulo{Enter}')
  expect(box().value).toBe('America/São_Paulo')
  await user.clear(box())
  await user.keyboard('atlantis')
  expect(screen.getByRole('status').textContent).toBe('Nothing found.')
  await user.keyboard('{Enter}')
  expect(box().value).toBe('America/São_Paulo')
})

test('leaving it selects the only remaining option, and reverts when several or none remain', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Zone />)
  await user.tab()
  await user.keyboard('eur')
  await user.tab()
  expect(box().value).toBe('Europe/Paris')
  await user.click(box())
  await user.clear(box())
  await user.keyboard('kolkata')
  await user.tab()
  expect(box().value).toBe('Asia/Calcutta')
  await user.click(box())
  await user.clear(box())
  await user.tab()
  expect(box().value).toBe('Asia/Calcutta')
})

test('a click selects an option, and the box keeps the focus', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Zone />)
  await user.click(box())
  await user.click(screen.getByRole('option', { name: /Berlin/ }))
  expect(box().value).toBe('Europe/Berlin')
  expect(document.activeElement).toBe(box())
  await user.click(box())
  expect(screen.getByRole('listbox')).toBeTruthy()
  await user.click(box())
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a click into typed text keeps it', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Zone />)
  await user.tab()
  await user.keyboard('eur')
  await user.click(box())
  expect(box().value).toBe('eur')
  expect(options()).toHaveLength(2)
})

test('Alt with the arrow keys opens and closes the list', async () => {
  const user = userEvent.setup()
  renderWithMessages(<Zone start="" />)
  await user.tab()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(screen.getByRole('listbox')).toBeTruthy()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('lists only some of very many options and says how to find the rest', async () => {
  const user = userEvent.setup()
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    value: String(index),
    label: `Contact ${index}`,
  }))
  renderWithMessages(<Zone options={many} start="7" />)
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('listbox').children).toHaveLength(500)
  // A press beside the options, as on the scroll bar, leaves the list open.
  await user.click(screen.getByText('9,500 more. Type to find them.'))
  expect(document.activeElement).toBe(box())
  expect(screen.getByRole('listbox').tabIndex).toBe(-1)
  await user.paste('9999')
  expect(options()).toEqual(['Contact 9999'])
})

function ZoneForm({ save }: { save: (values: { zone: string }) => Promise<void> }) {
  const form = useSettingsForm({ values: { zone: 'paris' }, save })
  return (
    <SettingsForm form={form} label="Zone">
      <ComboboxField form={form} name="zone" label="Zone" help="Where it hangs." options={ZONES} />
      <output>{form.dirty ? 'changed' : 'unchanged'}</output>
    </SettingsForm>
  )
}

test('as a form field it has a description, makes the form dirty, and Enter saves once it is closed', async () => {
  const user = userEvent.setup()
  const save = vi.fn<(values: { zone: string }) => Promise<void>>(() => Promise.resolve())
  renderWithMessages(<ZoneForm save={save} />)
  const described = box().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('Where it hangs.')
  expect(screen.getByText('unchanged')).toBeTruthy()
  await user.tab()
  await user.keyboard('berl{Enter}')
  expect(screen.getByText('changed')).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(save).toHaveBeenCalledWith({ zone: 'berlin' })
})
