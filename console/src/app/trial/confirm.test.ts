import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import type { FaultKind } from '@lintel/contract/fault'
import { expect, test } from 'vitest'
import { confirm } from './confirm.ts'

/** A device that refuses this many times before it accepts the ticket. */
function refusing(kind: FaultKind, times: number) {
  let calls = 0
  const call = () => {
    calls += 1
    return calls > times
      ? Promise.resolve({ user: 'root' })
      : Promise.reject(new DeviceFault(kind, 'trial.confirm', ''))
  }
  return { client: { call } as unknown as Client, calls: () => calls }
}

test('over an old connection the ticket is sent again, over the next one', async () => {
  const { client, calls } = refusing('conflict', 3)
  await confirm(client, 'a-ticket')
  expect(calls()).toBe(4)
})

test('retries are limited, and an invalid ticket is sent only once', async () => {
  const stubborn = refusing('conflict', Infinity)
  await expect(confirm(stubborn.client, 'a-ticket')).rejects.toThrow(DeviceFault)
  expect(stubborn.calls()).toBe(10)
  const refused = refusing('refused', Infinity)
  await expect(confirm(refused.client, 'a-ticket')).rejects.toThrow(DeviceFault)
  expect(refused.calls()).toBe(1)
})
