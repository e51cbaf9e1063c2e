import { expect, test } from 'vitest'
import { checkLink, LINK_DEFAULTS, linkTo, volumeOf } from './clip-link.ts'

const linkOf = (values: Partial<typeof LINK_DEFAULTS>) => {
  const link = linkTo('5', { ...LINK_DEFAULTS, ...values })
  return link === undefined ? undefined : new URL(link)
}

test('a link plays a clip once, at its own loudness (CLIPS-04)', () => {
  const link = linkOf({})
  expect(link?.origin).toBe(location.origin)
  expect(`${link?.pathname}${link?.search}`).toBe(
    '/axis-cgi/playclip.cgi?clip=5&repeat=0&volume=100',
  )
})

test.each([
  ['1', '0'],
  ['9999', '9998'],
])('%s times are %s repetitions after the first (CLIPS-09)', (plays, repeat) => {
  expect(linkOf({ plays })?.searchParams.get('repeat')).toBe(repeat)
})

test('without an end the repetition is -1, whatever the number says (CLIPS-10)', () => {
  expect(linkOf({ plays: 'x', endless: true })?.searchParams.get('repeat')).toBe('-1')
})

test.each(['', '0', '10000', '1.5', 'x', '-1'])('%j times give no link (CLIPS-09)', (plays) => {
  expect(linkOf({ plays })).toBeUndefined()
  expect(checkLink({ ...LINK_DEFAULTS, plays }).errors.plays).toBeDefined()
})

test.each([
  ['0', 0],
  ['50', 100],
  ['100', 200],
])('the slider at %s %% is a volume of %s %% (CLIPS-11, OPEN-99)', (volume, percent) => {
  expect(volumeOf({ volume })).toBe(percent)
  expect(linkOf({ volume })?.searchParams.get('volume')).toBe(String(percent))
})
