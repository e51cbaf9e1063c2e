import Libsql from 'libsql'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientNotesService } from './client-notes/client-notes.ts'
import { onvifUserService } from './onvif-users/onvif-users.ts'
import { parameterService } from './parameters/parameters.ts'
import { sendSoap } from './testing/soap.ts'
import { openTestDevice } from './testing/test-device.ts'
import type { TestDevice } from './testing/test-device.ts'
import { userService } from './users/users.ts'

const CLIENTS = 50

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([
    clientNotesService,
    onvifUserService,
    parameterService,
    userService,
  ])
  device.makeAccounts()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await device.close()
})

/** One call that writes, with its response. */
type Write = (turn: number) => Promise<string | number>

const ask = (path: string) => device.text(path, { as: 'root' })

const WRITES: Record<string, Write> = {
  parameters: (turn) => ask(`/axis-cgi/param.cgi?action=update&Network.HostName=station-${turn}`),
  accounts: (turn) =>
    ask(`/axis-cgi/pwdgrp.cgi?action=add&user=user${turn}&pwd=secret&grp=users&sgrp=viewer`),
  'rows of a collection': async (turn) => {
    const user = `<tt:Username>root${turn}</tt:Username><tt:Password>Secret-12</tt:Password>`
    const level = '<tt:UserLevel>User</tt:UserLevel>'
    const { status } = await sendSoap(
      device,
      `<tds:CreateUsers><tds:User>${user.replace('root', 'nvr')}${level}</tds:User></tds:CreateUsers>`,
    )
    return status
  },
  notes: (turn) => ask(`/axis-cgi/clientnotes/set.cgi?group=test&key=note${turn}&value=x`),
}

test.each(Object.keys(WRITES))('many clients that write %s share their commits', async (what) => {
  const write = WRITES[what]
  if (!write) throw new Error('there is no such write')
  // Holds them until all have arrived, as a slow disk does.
  const held = { call: '*', fault: 'slow', value: 60_000 } as const
  device.receive({ type: 'faults', faults: [{ ...held, times: CLIENTS }] })
  const answers = Promise.all(Array.from({ length: CLIENTS }, (_, turn) => write(turn)))
  await vi.waitFor(
    () => expect(device.sent.at(-1)).toEqual({ type: 'faultUsed', faults: [] }),
    10_000,
  )
  // One sync for each commit.
  const executed = vi.spyOn(Libsql.prototype, 'exec')
  device.receive({ type: 'faults', faults: [] })
  const kinds = (await answers).map((answer) => String(answer).replace(/\d+/, ''))
  expect(new Set(kinds)).toHaveLength(1)
  const commits = executed.mock.calls.filter(([sql]) => sql === 'COMMIT').length
  expect(commits).toBeGreaterThan(0)
  expect(commits).toBeLessThanOrEqual(CLIENTS / 5)
})
