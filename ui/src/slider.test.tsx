import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Slider } from './slider.tsx'
import { renderWithMessages } from './testing/render.tsx'

function Volume() {
  const [value, setValue] = useState(40)
  return (
    <>
      <label htmlFor="volume">Volume</label>
      <Slider
        id="volume"
        value={value}
        step={5}
        format={(volume) => `${volume} %`}
        onChange={setValue}
      />
    </>
  )
}

test('a slider has a name and a range, and its value is read out once as text', () => {
  renderWithMessages(<Volume />)
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' })
  expect([slider.min, slider.max, slider.step]).toEqual(['0', '100', '5'])
  expect(slider.getAttribute('aria-valuetext')).toBe('40 %')
  expect(screen.getByText('40 %').getAttribute('aria-hidden')).toBe('true')
  fireEvent.change(slider, { target: { value: '65' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('65 %')
  expect(screen.getByText('65 %')).toBeTruthy()
})
