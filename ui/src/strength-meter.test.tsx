import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StrengthMeter } from './strength-meter.tsx'
import { renderWithMessages } from './testing/render.tsx'

test.each([
  ['', '0', 'A strong password has 8 to 64 characters'],
  ['abc', '33', 'Weak.'],
  ['Door24', '67', 'Medium.'],
  ['Door246!', '100', 'Strong.'],
])('%j fills the meter to %s % (SETUP-04, USERS-36)', (value, percent, text) => {
  renderWithMessages(<StrengthMeter value={value} />)
  const meter = screen.getByRole('meter', { name: 'Password strength' })
  expect(meter.getAttribute('aria-valuenow')).toBe(percent)
  expect(meter.querySelectorAll('.on')).toHaveLength((Number(percent) / 33) | 0)
  expect(meter.getAttribute('aria-valuetext')).toContain(text)
})
