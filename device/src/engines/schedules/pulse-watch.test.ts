import { describe, expect, test } from 'vitest'
import { watchPulse } from './pulse-watch.ts'
import type { Moments } from './pulse-watch.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A moment in each period, so long after its beginning. */
const every = (period: number, offset = 0): Moments => ({
  until: (at) => Math.floor((at - offset) / period) * period + offset,
  after: (at) => (Math.floor((at - offset) / period) + 1) * period + offset,
})

/** `hh:mm` or `hh:mm:ss` of the first day, or of the second one: `1 hh:mm`. */
function at(text: string): number {
  const [, day = 0, hour, minute, second = 0] =
    /^(?:(-?\d+) )?(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  return Number(day) * DAY + Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND
}

const text = (local: number): string => {
  const day = Math.floor(local / DAY)
  const time = new Date(local).toISOString().slice(11, 19).replace(/:00$/, '')
  return day === 0 ? time : `${day} ${time}`
}

/** A clock on the wall with a pulse, which is asked at each moment and at each jump. */
function wall(start: string, moments: Moments, period?: number) {
  let local = at(start)
  let elapsed = 5000
  const happened: string[] = []
  const watch = watchPulse(moments, period, { local, elapsed })
  const ask = () => {
    if (watch.happens({ local, elapsed })) happened.push(text(local))
  }
  return {
    /** What has happened since the last time. */
    happened: () => happened.splice(0),
    /** Time passes until the clock shows this. */
    runTo(shown: string) {
      const end = at(shown)
      for (;;) {
        const next = Math.min(watch.next(), end)
        elapsed += next - local
        local = next
        ask()
        if (local === end) return
      }
    },
    /** The clock is set, maybe at the end of some time that passes. */
    jumpTo(shown: string, after = 0) {
      local = at(shown)
      elapsed += after
      ask()
    },
    /** It is asked although nothing has changed. */
    ask,
  }
}

const EIGHT = every(DAY, 8 * HOUR)

test('a pulse happens at its moments, however often it is asked', () => {
  const clock = wall('07:00', EIGHT)
  clock.runTo('07:59:59')
  expect(clock.happened()).toEqual([])
  clock.runTo('09:00')
  clock.ask()
  clock.ask()
  clock.runTo('2 07:00')
  expect(clock.happened()).toEqual(['08:00', '1 08:00'])
})

test('what was missed before the start is not made up, at the very moment neither', () => {
  const clock = wall('08:00', EIGHT)
  clock.ask()
  clock.runTo('1 07:00')
  expect(clock.happened()).toEqual([])
})

test('a moment that the clock skips happens once, at once', () => {
  const spring = wall('01:00', every(DAY, 2.5 * HOUR))
  spring.runTo('02:00')
  spring.jumpTo('03:00')
  spring.runTo('1 02:00')
  expect(spring.happened()).toEqual(['03:00'])

  const far = wall('07:00', EIGHT)
  far.jumpTo('40 12:00')
  far.runTo('41 12:00')
  expect(far.happened()).toEqual(['40 12:00', '41 08:00'])

  const none = wall('09:00', EIGHT)
  none.jumpTo('1 07:59:59')
  expect(none.happened()).toEqual([])
})

test('days are not repeated when the clock goes back a little', () => {
  const clock = wall('07:00', every(DAY, 2.5 * HOUR))
  clock.runTo('1 03:00')
  clock.jumpTo('1 02:00')
  clock.runTo('2 02:00')
  expect(clock.happened()).toEqual(['1 02:30'])
})

test('a moment that is still to come when the clock goes back a little happens when it comes', () => {
  const clock = wall('07:00', EIGHT)
  clock.runTo('07:30')
  clock.jumpTo('06:00')
  clock.runTo('07:00')
  clock.jumpTo('06:45')
  clock.runTo('09:00')
  expect(clock.happened()).toEqual(['08:00'])
})

test('days start afresh when the clock goes back far', () => {
  const clock = wall('07:00', EIGHT)
  clock.runTo('11:30')
  clock.jumpTo('07:30')
  clock.runTo('09:00')
  clock.jumpTo('-40 08:00')
  clock.runTo('-39 12:00')
  expect(clock.happened()).toEqual(['08:00', '08:00', '-40 08:00', '-39 08:00'])
})

test('how far it goes back counts from what it showed, and not from when it was last looked at', () => {
  const clock = wall('07:00', every(DAY, 9 * HOUR))
  clock.runTo('12:00')
  clock.happened()
  clock.jumpTo('09:30')
  clock.jumpTo('08:30')
  clock.runTo('10:00')
  expect(clock.happened()).toEqual(['09:00'])
})

describe('hours, minutes and seconds', () => {
  test.each([
    ['minute', MINUTE, ['02:58', '02:59', '02:00', '02:01', '02:02']],
    ['half an hour', 30 * MINUTE, ['02:00']],
    ['hour', HOUR, ['02:00']],
  ])('every %s also in the hour that is repeated', (_, period, expected) => {
    const clock = wall('02:57', every(period), period)
    clock.runTo('02:59:59')
    clock.jumpTo('02:00', SECOND)
    clock.runTo('02:02')
    expect(clock.happened()).toEqual(expected)
  })

  test('a correction by seconds repeats nothing', () => {
    const clock = wall('09:58', every(MINUTE), MINUTE)
    clock.runTo('10:00:01')
    clock.jumpTo('09:59:58')
    clock.runTo('10:00:02')
    clock.jumpTo('09:59:59')
    clock.runTo('10:02')
    expect(clock.happened()).toEqual(['09:59', '10:00', '10:01', '10:02'])
  })

  test('a correction by most of a minute leaves none out', () => {
    const clock = wall('09:59', every(MINUTE), MINUTE)
    clock.runTo('10:00:50')
    clock.jumpTo('09:59:55')
    clock.runTo('10:01')
    expect(clock.happened()).toEqual(['10:00', '10:00', '10:01'])
  })

  test('a correction right after the start repeats nothing either', () => {
    const clock = wall('10:00:01', every(MINUTE), MINUTE)
    clock.jumpTo('09:59:58')
    clock.runTo('10:01')
    expect(clock.happened()).toEqual(['10:01'])
  })

  test('a moment that was still to come happens when it comes', () => {
    const clock = wall('09:00', every(HOUR), HOUR)
    clock.runTo('09:59')
    clock.jumpTo('09:57')
    clock.runTo('10:30')
    expect(clock.happened()).toEqual(['10:00'])
  })

  test('skipped moments happen once, and the next one as always', () => {
    const clock = wall('10:00:10', every(MINUTE), MINUTE)
    clock.jumpTo('10:05:50')
    clock.runTo('10:07')
    expect(clock.happened()).toEqual(['10:05:50', '10:06', '10:07'])
  })

  test('moments that are skipped after a correction count, too', () => {
    const clock = wall('10:00', every(MINUTE), MINUTE)
    clock.runTo('10:05')
    clock.happened()
    clock.jumpTo('10:03:30')
    clock.jumpTo('10:07')
    clock.runTo('10:08')
    expect(clock.happened()).toEqual(['10:07', '10:08'])
  })

  test('they start afresh when the clock goes back far', () => {
    const clock = wall('10:00', every(HOUR), HOUR)
    clock.runTo('11:10')
    clock.jumpTo('02:00')
    clock.jumpTo('05:30')
    clock.runTo('06:00')
    expect(clock.happened()).toEqual(['11:00', '02:00', '05:30', '06:00'])
  })
})

test('a pulse that has ended never happens again', () => {
  const once: Moments = {
    until: (local) => (local >= at('08:00') ? at('08:00') : undefined),
    after: (local) => (local < at('08:00') ? at('08:00') : undefined),
  }
  const clock = wall('07:00', once)
  clock.runTo('08:00')
  clock.jumpTo('07:00')
  clock.runTo('3 09:00')
  expect(clock.happened()).toEqual(['08:00'])
})
