import { expect, test } from 'vitest'
import css from './tokens.css?raw'

type Theme = 'light' | 'dark'

/** Every colour written as light-dark(#…, #…), by theme. */
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
)

function colour(name: string, theme: Theme): string {
  const colour = colours.get(name)
  if (!colour) throw new Error(`There is no colour ${name}.`)
  return colour[theme]
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

const grounds = ['bg', 'surface', 'sunken']
const softs = ['accent', 'brass', 'ok', 'warn', 'crit', 'info'].map((name) => `${name}-soft`)
const texts = ['ink', 'ink-2', 'ink-3', 'accent', 'accent-hover']
const states = ['brass', 'ok', 'warn', 'crit', 'info']

const readable = [
  ...texts.flatMap((text) => [...grounds, ...softs].map((ground) => [text, ground])),
  ...states.flatMap((text) => [...grounds, `${text}-soft`].map((ground) => [text, ground])),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
] as [string, string][]

const visible = ['line-control', 'focus', 'accent'].flatMap((sign) =>
  grounds.map((ground) => [sign, ground]),
) as [string, string][]

test.each(['light', 'dark'] as const)('every text is readable in the %s theme', (theme) => {
  const poor = readable.filter(
    ([text, ground]) => contrast(colour(text, theme), colour(ground, theme)) < 4.5,
  )
  expect(poor).toEqual([])
})

test.each(['light', 'dark'] as const)('every control is visible in the %s theme', (theme) => {
  const poor = visible.filter(
    ([sign, ground]) => contrast(colour(sign, theme), colour(ground, theme)) < 3,
  )
  expect(poor).toEqual([])
})
