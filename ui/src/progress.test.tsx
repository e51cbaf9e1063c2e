import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Progress } from './progress.tsx'
import { renderWithMessages } from './testing/render.tsx'

test('progress shows how far it is, as text when given', () => {
  renderWithMessages(<Progress label="Sending" value={3} max={12} text="3 of 12 files" />)
  const bar = screen.getByRole('progressbar', { name: 'Sending' })
  expect(bar.getAttribute('aria-valuenow')).toBe('3')
  expect(bar.getAttribute('aria-valuemax')).toBe('12')
  expect(bar.getAttribute('aria-valuetext')).toBe('3 of 12 files')
  expect(screen.getByText('3 of 12 files')).toBeTruthy()
})

test('progress of unknown length has no value', () => {
  renderWithMessages(<Progress label="Checking" />)
  const bar = screen.getByRole('progressbar', { name: 'Checking' })
  expect(bar.getAttribute('aria-valuenow')).toBeNull()
})
