import { expect, test } from 'vitest'
import { openLoops } from './loops.ts'
import type { Loops, Verdict } from './loops.ts'

test('a rule that follows from itself three times is a loop, also through other rules', async () => {
  const loops = openLoops()
  const judge = (rule = 'a') => loops.judge(rule, 0)
  const round = (work: () => Verdict) => loops.follow('a', () => loops.follow('b', work))
  expect(round(judge)).toBe('fine')
  expect(round(() => round(judge))).toBe('fine')
  expect(round(() => round(() => round(judge)))).toBe('loop')
  const later = await loops.follow('a', () =>
    loops.follow('a', () =>
      loops.follow('a', async () => {
        await Promise.resolve()
        return [judge('a'), judge('b')]
      }),
    ),
  )
  expect(later).toEqual(['loop', 'fine'])
  expect(judge()).toBe('fine')
})

/** Starts a rule so many times, each so many milliseconds after the end of the one before. */
function echo(loops: Loops, times: number, pause: number): Verdict[] {
  return Array.from({ length: times }, (_, index) => {
    const now = index * pause
    const verdict = loops.judge('a', now)
    loops.began('a')
    loops.ended('a', now)
    return verdict
  })
}

test('starts that each follow at once from the end of the one before are suspect', () => {
  expect(echo(openLoops(), 25, 100).indexOf('suspect')).toBe(20)
})

test('starts of which each comes while the action before runs are suspect', () => {
  const loops = openLoops()
  loops.judge('a', 0)
  loops.began('a')
  const verdicts = Array.from({ length: 25 }, (_, index) => {
    const now = 100 * (index + 1)
    const verdict = loops.judge('a', now)
    loops.began('a')
    loops.ended('a', now + 50)
    return verdict
  })
  expect(verdicts.indexOf('suspect')).toBe(20)
})

test('a suspect that starts again right after it was tested is a loop', () => {
  const tested = () => {
    const loops = openLoops()
    echo(loops, 21, 100)
    loops.confirm('a', 3000)
    loops.began('a')
    return loops
  }
  // While the action runs, or when it has ended.
  expect(tested().judge('a', 3100)).toBe('loop')
  const ended = tested()
  ended.ended('a', 9000)
  expect(ended.judge('a', 9100)).toBe('loop')
  // Somewhat later, it has another cause.
  expect(tested().judge('a', 3250)).toBe('fine')
  const later = tested()
  later.ended('a', 9000)
  expect(later.judge('a', 9250)).toBe('fine')
  expect(later.judge('a', 9260)).toBe('fine')
})

test('a slow series is none, nor is a flood that comes faster than the action ends', () => {
  expect(echo(openLoops(), 100, 1000)).not.toContain('suspect')
  const loops = openLoops()
  const flood = Array.from({ length: 100 }, (_, now) => {
    const verdict = loops.judge('a', now)
    loops.began('a')
    if (now % 3 === 0) loops.ended('a', now)
    return verdict
  })
  expect(flood).not.toContain('suspect')
  const long = openLoops()
  // One every minute that takes longer than that.
  long.began('a')
  const slow = Array.from({ length: 100 }, (_, minute) => {
    const verdict = long.judge('a', minute * 60_000)
    long.began('a')
    long.ended('a', minute * 60_000 + 30_000)
    return verdict
  })
  expect(slow).not.toContain('suspect')
})

test('a rule that has changed begins anew', () => {
  const loops = openLoops()
  echo(loops, 19, 100)
  loops.forget('a')
  expect(echo(loops, 19, 100)).not.toContain('suspect')
})
