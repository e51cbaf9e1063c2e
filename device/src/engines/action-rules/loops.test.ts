import { expect, test } from 'vitest'
import { openLoops } from './loops.ts'

test('a rule that follows from itself three times is a loop, also through other rules', async () => {
  const loops = openLoops()
  const round = (work: () => boolean) => loops.follow('a', () => loops.follow('b', work))
  expect(round(() => loops.isLoop('a', 0))).toBe(false)
  expect(round(() => round(() => loops.isLoop('a', 0)))).toBe(false)
  expect(round(() => round(() => round(() => loops.isLoop('a', 0))))).toBe(true)
  const later = await loops.follow('a', () =>
    loops.follow('a', () =>
      loops.follow('a', async () => {
        await Promise.resolve()
        return [loops.isLoop('a', 0), loops.isLoop('b', 0)]
      }),
    ),
  )
  expect(later).toEqual([true, false])
  expect(loops.isLoop('a', 0)).toBe(false)
})

/** Starts a rule so many times, each a few milliseconds after the end of the one before. */
function echo(loops: ReturnType<typeof openLoops>, times: number, pause: number): boolean[] {
  return Array.from({ length: times }, (_, index) => {
    const now = index * pause
    const found = loops.isLoop('a', now)
    loops.began('a')
    loops.ended('a', now)
    return found
  })
}

test('starts that each follow at once from the end of the one before are a loop', () => {
  expect(echo(openLoops(), 25, 100).indexOf(true)).toBe(20)
})

test('a slow series is none, nor is a flood that comes while the action runs', () => {
  expect(echo(openLoops(), 100, 1000)).not.toContain(true)
  const loops = openLoops()
  loops.began('a')
  expect(Array.from({ length: 100 }, (_, now) => loops.isLoop('a', now))).not.toContain(true)
})

test('a rule that has changed begins anew', () => {
  const loops = openLoops()
  echo(loops, 19, 100)
  loops.forget('a')
  expect(echo(loops, 19, 100)).not.toContain(true)
})
