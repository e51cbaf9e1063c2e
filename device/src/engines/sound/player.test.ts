import { expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openPlayer } from './player.ts'

test('samples of 16 bits sound as loud as the same from -1 to 1', () => {
  const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  const player = openPlayer({ clock, wire: { send: () => undefined }, logToBench: () => {} })
  const samples = new Int16Array([16_384])
  player.play({ clip: '3', name: 'Bell', samples, rate: 8000 }, -1, 50)
  const into = new Float32Array(4)
  player.sources()[0]?.(into, 0)
  expect(Array.from(into)).toEqual([0.25, 0.25, 0.25, 0.25])
})
