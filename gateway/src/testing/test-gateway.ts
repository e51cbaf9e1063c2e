import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getUnrestrictedProperties } from '@lintel/contract/calls/identity'
import { systemReady } from '@lintel/contract/calls/system'
import { getUserGroups, getUsers, removeUser, updateUser } from '@lintel/contract/calls/users'
import { serve } from '@lintel/front-door/serve'
import { testDoor } from '@lintel/front-door/testing/test-door'
import type { TestDoor } from '@lintel/front-door/testing/test-door'
import type { DoorOptions } from '@lintel/front-door/door'
import type { DeviceEntry } from '../device.ts'
import { openGateway } from '../gateway.ts'
import type { Gateway } from '../gateway.ts'

/** A device of a few calls, with the accounts of `memoryDevice`. */
export async function testDevice(options: Partial<DoorOptions> = {}): Promise<TestDoor> {
  const { calls = [], ...rest } = options
  const door = await testDoor({
    ...rest,
    calls: [
      serve(getUserGroups, (_request, { user = '', groups }) => ({ user, groups: [...groups] })),
      serve(systemReady, () => ({
        systemready: 'yes' as const,
        needsetup: door.device.state.phase === 'setup' ? ('yes' as const) : ('no' as const),
        uptime: '1',
        bootid: 'a',
        passphrasepolicy: '',
      })),
      serve(getUnrestrictedProperties, () => ({ propertyList: PROPERTIES })),
      serve(getUsers, () => ({ admin: [], operator: [], viewer: [], ptz: [], digusers: [] })),
      serve(updateUser, ({ user, pwd }) => {
        const groups = door.device.accounts.get(user)?.groups ?? []
        if (pwd !== undefined) door.device.addAccount(user, pwd, groups)
        return 'Modified.'
      }),
      serve(removeUser, ({ user }) => {
        door.device.accounts.delete(user)
        return 'Removed.'
      }),
      ...calls,
    ],
  })
  door.device.state.policy = 'digest'
  return door
}

const PROPERTIES = {
  Brand: 'AXIS',
  BuildDate: '',
  HardwareID: '',
  ProdFullName: 'AXIS A8207-VE Network Video Door Station',
  ProdNbr: 'A8207-VE',
  ProdShortName: 'AXIS A8207-VE',
  ProdType: 'Network Video Door Station',
  ProdVariant: '',
  SerialNumber: 'ACCC8E012345',
  Version: '10.12.114',
  WebURL: '',
}

export interface TestGateway extends Gateway {
  /** What it has logged. */
  lines: string[]
}

/** A gateway on a free loopback port, with a console of a few bytes. */
export async function testGateway(...devices: DeviceEntry[]): Promise<TestGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-gateway-'))
  for (const page of ['index', 'wizard']) {
    const html = `<!doctype html><html lang="en"><title>${page}</title></html>`
    await writeFile(join(folder, `${page}.html`), html)
  }
  const lines: string[] = []
  const line = (_values: object, message: string) => void lines.push(message)
  const gateway = await openGateway({
    devices,
    at: { address: '127.0.0.1', port: 0 },
    log: { info: () => {}, warn: line, error: line },
    consoleFolder: folder,
    devicePages: { folder, base: '/webapp/pages/', pages: [] },
  })
  return {
    ...gateway,
    lines,
    async close() {
      await gateway.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Signs in at a gateway; returns the headers of the console. */
export async function signInAt(
  url: string,
  user: string,
): Promise<{ cookie: string; 'x-lintel-console': string }> {
  const answer = await fetch(`${url}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, password: `pass-${user}` }),
  })
  if (!answer.ok) throw new Error(`The sign-in was answered by ${answer.status}.`)
  const [cookie = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  return { cookie, 'x-lintel-console': '1' }
}
