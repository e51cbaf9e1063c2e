import { DeviceFault } from '@lintel/contract/fault'
import { expect, test } from 'vitest'
import { faultProblem, faultText } from './fault-text.tsx'

test('a refusal shows the device’s reason', () => {
  const fault = new DeviceFault('refused', 'pwdgrp.add', 'account exists')
  expect(faultProblem(fault)).toEqual({
    id: 'ui.fault.refusedBecause',
    values: { reason: 'account exists' },
  })
})

test.each([
  [new DeviceFault('refused', 'x', ''), 'ui.fault.refused'],
  [new DeviceFault('timeout', 'x', ''), 'ui.fault.timeout'],
  [new DeviceFault('forbidden', 'x', 'words of a gateway'), 'ui.fault.forbidden'],
  [new TypeError('x is undefined'), 'ui.fault.refused'],
  [undefined, 'ui.fault.refused'],
])('%s shows as %s (SHELL-118)', (fault, id) => {
  expect(faultText(fault)).toBe(id)
})
