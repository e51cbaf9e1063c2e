import { LANGUAGES } from '@lintel/contract/languages'
import { expect, test } from 'vitest'
import { measureText, percentText } from './measure-text.tsx'

test('a number has its unit after a no-break space, and a percent sign as the language has it', () => {
  const written = LANGUAGES.map(({ code }) => [
    code,
    measureText(code, -4.55, '°C'),
    // Versions of ICU differ in the space.
    percentText(code, 0.5).replace(/\s/, '_'),
  ])
  expect(written).toEqual([
    ['en', '−4.6\u00A0°C', '0.5%'],
    ['es', '−4,6\u00A0°C', '0,5_%'],
    ['de', '−4,6\u00A0°C', '0,5_%'],
    ['it', '−4,6\u00A0°C', '0,5%'],
    ['fr', '−4,6\u202F°C', '0,5_%'],
    ['pl', '−4,6\u00A0°C', '0,5%'],
    ['sv', '−4,6\u00A0°C', '0,5_%'],
  ])
  expect(measureText('en', 4, 's', { minimumIntegerDigits: 2 })).toBe('04\u00A0s')
})
