import { expect, test } from 'vitest'
import { createSessionGate } from './session-gate.tsx'

test('every refused call continues after one sign-in (EXPECT-15)', async () => {
  const gate = createSessionGate()
  const done: string[] = []
  const first = gate.signedInAgain().then(() => done.push('first'))
  const second = gate.signedInAgain(new AbortController().signal).then(() => done.push('second'))
  expect(gate.ended.get()).toBe(true)
  await Promise.resolve()
  expect(done).toEqual([])
  gate.resume()
  await Promise.all([first, second])
  expect(gate.ended.get()).toBe(false)
  expect(done.toSorted()).toEqual(['first', 'second'])
})

test('a caller that aborts while waiting is released, the others keep waiting', async () => {
  const gate = createSessionGate()
  const leaving = new AbortController()
  const gone = gate.signedInAgain(leaving.signal)
  const staying = gate.signedInAgain()
  leaving.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  expect(gate.ended.get()).toBe(true)
  gate.resume()
  await staying
})

test('a session that ends again asks again', async () => {
  const gate = createSessionGate()
  gate.resume()
  expect(gate.ended.get()).toBe(false)
  const again = gate.signedInAgain()
  expect(gate.ended.get()).toBe(true)
  gate.resume()
  await again
})
