import type { FaultSwitch } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { openFaultTable } from './fault-table.ts'

test.each([
  ['pwdgrp.add', 'pwdgrp.add', true],
  ['pwdgrp', 'pwdgrp.add', true],
  ['*', 'pwdgrp.add', true],
  ['pwdgrp.get', 'pwdgrp.add', false],
  ['pwd', 'pwdgrp.add', false],
  ['page', 'pwdgrp.add', false],
  ['page', 'page', true],
])('a switch for %s applies to %s: %s', (call, id, hits) => {
  const table = openFaultTable()
  table.set([{ call, fault: 'drop' }])
  expect(table.take(id) !== undefined).toBe(hits)
})

test('counts down, reports what is left and stops', () => {
  const answer: FaultSwitch[][] = []
  const table = openFaultTable((left) => answer.push(left))
  table.set([{ call: 'date', fault: 'status', value: 503, times: 2 }])
  expect(table.take('date.get')?.fault?.value).toBe(503)
  expect(table.take('date.get')).toBeDefined()
  expect(table.take('date.get')).toBeUndefined()
  expect(answer).toEqual([[{ call: 'date', fault: 'status', value: 503, times: 1 }], []])
})

test('makes a call both slow and cut', () => {
  const table = openFaultTable()
  table.set([
    { call: 'date', fault: 'slow', value: 20 },
    { call: '*', fault: 'cut' },
  ])
  expect(table.take('date.get')).toMatchObject({ wait: 20, fault: { fault: 'cut' } })
})

test('leaves the full disk to the device, apart from calls', () => {
  const table = openFaultTable()
  table.set([{ call: '*', fault: 'diskFull', times: 1 }])
  expect(table.take('date.get')).toBeUndefined()
  expect(table.diskFull()).toBe(true)
  expect(table.diskFull()).toBe(false)
})

test('does not share its switches with its callers', () => {
  const table = openFaultTable()
  const own: FaultSwitch = { call: '*', fault: 'drop', times: 1 }
  table.set([own])
  for (const one of table.list()) one.times = 9
  table.take('x')
  expect(own.times).toBe(1)
  expect(table.list()).toEqual([])
})
