import type { SoundLevels } from '@lintel/contract/bench-sound'
import { expect, test } from 'vitest'
import { openSoundStreams } from './sound-streams.ts'
import { Client } from './testing/client.ts'

function rig() {
  const watchers = new Set<(levels: SoundLevels) => void>()
  const listeners = new Set<(pcm: Buffer) => void>()
  const joining =
    <T>(all: Set<T>) =>
    (fn: T) => {
      all.add(fn)
      return () => void all.delete(fn)
    }
  const streams = openSoundStreams({ watch: joining(watchers), listen: joining(listeners) })
  return { streams, watchers, listeners }
}

test('a client that leaves is sent nothing more', () => {
  const { streams, watchers, listeners } = rig()
  const [one, other] = [new Client(), new Client()]
  streams.levels(one.response)
  streams.samples(other.response)
  expect([watchers.size, listeners.size]).toEqual([1, 1])
  one.emit('close')
  other.emit('close')
  expect([watchers.size, listeners.size]).toEqual([0, 0])
  streams.close()
  expect([one.destroyed, other.destroyed]).toEqual([false, false])
})

test('what a slow client has no room for is left out', () => {
  const { streams, listeners } = rig()
  const client = new Client()
  streams.samples(client.response)
  const send = (byte: number) => {
    for (const fn of listeners) fn(Buffer.of(byte))
  }
  send(1)
  client.writableLength = 192_000
  send(2)
  client.writableLength = 0
  send(3)
  expect(client.written).toEqual([Buffer.of(1), Buffer.of(3)])
})

test('clients are cut off when the bench closes', () => {
  const { streams } = rig()
  const client = new Client()
  streams.levels(client.response)
  streams.close()
  expect(client.destroyed).toBe(true)
})
