import { expect, test } from 'vitest'
import { KEYS_MAX, LONGEST_CODE, openGuesses, PAUSE_MS, STRANGERS_MAX } from './guesses.ts'
import type { OtherSide } from './guesses.ts'

function withClock() {
  const clock = { now: 1_000_000 }
  const pauses: string[] = []
  const guesses = openGuesses(
    () => clock.now,
    ({ remoteUri }, whose) => pauses.push(`${remoteUri} ${whose}`),
  )
  return {
    clock,
    pauses,
    guesses,
    /** Presses keys that complete no code, as long as they count; returns how many did. */
    tries: (side: OtherSide, most = 1000): number => {
      let count = 0
      while (count < most && guesses.count(side)) {
        guesses.wrong(side)
        count += 1
      }
      return count
    },
    /** Enters a code of four keys; returns whether it counted. */
    enters: (side: OtherSide): boolean => {
      for (let key = 0; key < 3; key += 1) {
        if (!guesses.count(side)) return false
        guesses.wrong(side)
      }
      if (!guesses.count(side)) return false
      guesses.right(side, 4)
      return true
    },
  }
}

const caller = (name: string): OtherSide => ({
  direction: 'incoming',
  remoteUri: `sip:${name}@192.0.2.1`,
})
const called = (name: string): OtherSide => ({ ...caller(name), direction: 'outgoing' })
const ANN = caller('ann')
const EVE = caller('eve')

test('a caller has so many keys, then none for a while, then as many as the longest code has', () => {
  const { clock, pauses, tries, enters } = withClock()
  expect(tries(EVE)).toBe(KEYS_MAX)
  expect(pauses).toEqual(['sip:eve@192.0.2.1 own'])
  clock.now += PAUSE_MS - 1
  expect(enters(EVE)).toBe(false)
  clock.now += 1
  expect(tries(EVE)).toBe(LONGEST_CODE)
  expect(pauses.length).toBe(2)
  clock.now += 2 * PAUSE_MS
  expect(tries(EVE)).toBe(KEYS_MAX)
})

test('a caller is the same at another port and in other letters', () => {
  const { tries } = withClock()
  expect(tries({ ...EVE, remoteUri: 'sip:eve@Door.example:5060' })).toBe(KEYS_MAX)
  expect(tries({ ...EVE, remoteUri: 'sips:eve@door.EXAMPLE;transport=tls' })).toBe(0)
})

test('keys that are ignored make nobody wait longer', () => {
  const { clock, tries, enters } = withClock()
  tries(EVE)
  for (let second = 0; second < PAUSE_MS / 1000; second += 1) {
    expect(tries(EVE)).toBe(0)
    clock.now += 1000
  }
  expect(enters(EVE)).toBe(true)
})

test('a wrong key now and then is forgiven', () => {
  const { clock, pauses, tries } = withClock()
  for (let key = 0; key < 10 * KEYS_MAX; key += 1) {
    expect(tries(EVE, 1)).toBe(1)
    clock.now += PAUSE_MS / LONGEST_CODE
  }
  expect(pauses).toEqual([])
})

test('a right code uses up nothing, and gives back no wrong keys', () => {
  const { pauses, tries, enters } = withClock()
  for (let time = 0; time < 100; time += 1) expect(enters(ANN)).toBe(true)
  expect(pauses).toEqual([])
  tries(ANN, KEYS_MAX - 4)
  expect(enters(ANN)).toBe(true)
  expect(tries(ANN)).toBe(4)
})

test('all strangers share a number of keys, whatever they call themselves', () => {
  const { clock, pauses, tries } = withClock()
  const tryAll = () => {
    let count = 0
    for (let name = 0; name < 100; name += 1) count += tries(caller(`${name}`), 4)
    return count
  }
  expect(tryAll()).toBe(STRANGERS_MAX)
  expect(pauses).toEqual(['sip:23@192.0.2.1 strangers'])
  clock.now += PAUSE_MS
  expect(tryAll()).toBe(LONGEST_CODE)
})

test('strangers keep out neither who has entered a code before nor who is called', () => {
  const { enters, tries } = withClock()
  enters(ANN)
  enters(called('bob'))
  for (let name = 0; name < 30; name += 1) tries(caller(`${name}`), 4)
  expect(enters(caller('cid'))).toBe(false)
  expect(enters(ANN)).toBe(true)
  // Somebody who was called is known when he calls.
  expect(enters(caller('bob'))).toBe(true)
  expect(enters(called('cid'))).toBe(true)
})

test('whoever calls under the name of another keeps him out only of calls that he makes himself', () => {
  const { enters, tries } = withClock()
  expect(tries(ANN)).toBe(KEYS_MAX)
  expect([enters(ANN), enters(called('ann'))]).toEqual([false, true])
})
