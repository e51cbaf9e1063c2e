import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import type { Engine } from './engine.ts'
import { createLifecycle, engineList } from './lifecycle.ts'

/** An engine that records its calls, each asynchronously. */
function engine(name: string, calls: string[]): Required<Engine> {
  const later = (call: string) => async () => {
    await Promise.resolve()
    calls.push(`${name} ${call}`)
  }
  return {
    start: later('start'),
    worldChanged: ({ temperature }) => void calls.push(`${name} ${temperature}`),
    addressChanged: () => void calls.push(`${name} addressChanged`),
    stateRestored: later('stateRestored'),
    close: later('close'),
  }
}

test('engines start one after the other and close in reverse', async () => {
  const calls: string[] = []
  const lifecycle = createLifecycle()
  lifecycle.add(engine('a', calls))
  lifecycle.add(engine('b', calls))
  await lifecycle.start()
  await lifecycle.stateRestored()
  await lifecycle.close()
  expect(calls).toEqual([
    'a start',
    'b start',
    'a stateRestored',
    'b stateRestored',
    'b close',
    'a close',
  ])
})

test('changes reach every engine that handles them', () => {
  const calls: string[] = []
  const lifecycle = createLifecycle()
  lifecycle.add(engine('a', calls))
  lifecycle.add({})
  lifecycle.add(undefined)
  lifecycle.add(engine('b', calls))
  lifecycle.worldChanged({ ...PLAIN_WORLD, temperature: 31 })
  lifecycle.addressChanged()
  expect(calls).toEqual(['a 31', 'b 31', 'a addressChanged', 'b addressChanged'])
})

test('when an engine fails to start, those after it don’t start', async () => {
  const calls: string[] = []
  const lifecycle = createLifecycle()
  lifecycle.add({ start: () => Promise.reject(new Error('no port')) })
  lifecycle.add(engine('b', calls))
  await expect(lifecycle.start()).rejects.toThrow('no port')
  expect(calls).toEqual([])
})

test('each engine of a list gets the parts and the engines before it', async () => {
  const calls: string[] = []
  const lifecycle = createLifecycle()
  const { parts } = engineList({ door: 'front' }, lifecycle)
    .add(({ door }) => ({ bell: engine(`${door} bell`, calls) }))
    .add(() => ({ camera: undefined }))
    .add(({ door, bell }) => ({ lamp: { ...engine(`${door} lamp`, calls), bell } }))
  expect(parts.lamp.bell).toBe(parts.bell)
  expect(parts).toMatchObject({ door: 'front', camera: undefined })
  await lifecycle.close()
  expect(calls).toEqual(['front lamp close', 'front bell close'])
})
