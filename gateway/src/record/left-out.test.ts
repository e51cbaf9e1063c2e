import { expect, test } from 'vitest'
import * as v from 'valibot'
import { INPUTS } from './inputs.ts'
import { LEFT_OUT, PUBLIC_READS, RECORDED } from './left-out.ts'

test('only public calls that change nothing are recorded', () => {
  for (const { id, effect, own } of RECORDED) {
    expect(effect, id).toBe('read')
    expect(own, id).toBeUndefined()
  }
})

test('the tables of inputs and of calls that are left out name calls that there are', () => {
  const ids = new Set(PUBLIC_READS.map(({ id }) => id))
  for (const id of Object.keys(LEFT_OUT)) expect(ids, id).toContain(id)
  const recorded = new Set(RECORDED.map(({ id }) => id))
  for (const id of Object.keys(INPUTS)) expect(recorded, id).toContain(id)
})

test('a call without an input in the table needs none', () => {
  const needing = RECORDED.filter((call) => {
    if (call.id in INPUTS) return false
    if (call.kind === 'soap') {
      return Object.values(call.input).some(({ occurs }) => occurs === 'once')
    }
    return 'request' in call && !v.safeParse(call.request, {}).success
  })
  expect(needing.map(({ id }) => id)).toEqual([])
})

test('streams are never recorded', () => {
  expect(RECORDED.filter(({ kind }) => kind === 'stream' || kind === 'socket')).toEqual([])
})
