import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { OWN_CALLS } from '@lintel/contract/firmware'
import type { FaultKind } from '@lintel/contract/fault'

/**
 * How a call fails: `drop` before the device did anything, `cut` after it did; `refuse` with the
 * device's own message; others by the kind of fault.
 */
type Trouble = 'drop' | 'cut' | 'refuse' | Extract<FaultKind, 'timeout' | 'forbidden' | 'signedOut'>

type Input = Record<string, string>

/** A device as the wizard sees it, with switches for failures. */
export interface FakeDevice {
  client: Client
  /** Ids of the received calls, oldest first; parameter updates with their values. */
  requests: string[]
  rootPassword: string | undefined
  signedIn: boolean
  parameters: Map<string, string>
  timeZone: string
  language: string
  date: Input | undefined
  prodType: string
  /** Addresses that its host has; undefined for a device without trials. */
  host: Set<string> | undefined
  /** What was put on trial. */
  tried: Input[]
  /** Every call is dropped. */
  gone: boolean
  /** What happens to the next calls with this id, in order. */
  trouble(id: string, ...kinds: Trouble[]): void
  /** Called before each answer, to change things in between. */
  onCall: (id: string) => void
}

const refusal = (id: string, message: string) =>
  new DeviceFault('refused', id, message, { status: 200 })

export function fakeDevice(): FakeDevice {
  const troubles = new Map<string, Trouble[]>()
  const device: FakeDevice = {
    client: {
      call: async (call, input) => answer((call as unknown as { id: string }).id, input as Input),
      open: () => Promise.reject(new Error('the wizard opens no stream')),
    },
    requests: [],
    rootPassword: undefined,
    signedIn: false,
    parameters: new Map([
      ['root.Network.BootProto', 'dhcp'],
      ['root.Network.Bonjour.FriendlyName', 'AXIS A8307-E - B8A44F010203'],
      ['root.Network.DomainName', 'old.example.com'],
      ['root.Network.DNSServer1', '192.168.0.2'],
      ['root.Network.DNSServer2', '0.0.0.0'],
      ['root.Network.Resolver.ObtainFromDHCP', 'yes'],
      ['root.Network.Resolver.NameServer1', '192.168.0.1'],
      ['root.Network.Resolver.NameServer2', '0.0.0.0'],
      ['root.Network.Routing.DefaultRouter', '192.168.0.1'],
      ['root.Network.eth0.IPAddress', '192.168.0.90'],
      ['root.Network.eth0.SubnetMask', '255.255.255.0'],
      ['root.Time.SyncSource', 'NTP'],
      ['root.Time.ObtainFromDHCP', 'yes'],
      ['root.Time.NTP.Server', '0.0.0.0'],
      ['root.Time.NTP.VolatileServer', '10.0.0.17'],
    ]),
    timeZone: 'Europe/Stockholm',
    language: 'english',
    date: undefined,
    prodType: 'Network Video Door Station',
    host: new Set(['192.168.0.90', '192.168.0.91']),
    tried: [],
    gone: false,
    trouble: (id, ...kinds) => void troubles.set(id, kinds),
    onCall: () => undefined,
  }

  async function answer(id: string, input: Input): Promise<never> {
    device.requests.push(
      id === 'param.update' ? `${id} ${new URLSearchParams(input).toString()}` : id,
    )
    device.onCall(id)
    await Promise.resolve()
    const trouble = device.gone ? 'drop' : troubles.get(id)?.shift()
    if (trouble === 'drop') throw new DeviceFault('unreachable', id, '')
    if (trouble === 'refuse') throw refusal(id, 'it is not possible')
    if (trouble !== undefined && trouble !== 'cut') throw new DeviceFault(trouble, id, '')
    const result = perform(id, input)
    if (trouble === 'cut') throw new DeviceFault('unreachable', id, '')
    return result as never
  }

  function perform(id: string, input: Input): unknown {
    const open = calls[id]
    if (open) return open(input)
    if (!device.signedIn) throw new DeviceFault('signedOut', id, '', { status: 401 })
    const inside = rootCalls[id]
    if (!inside) throw new Error(`the fake device has no ${id}`)
    return inside(input)
  }

  const calls: Record<string, (input: Input) => unknown> = {
    rootpwdsetvalue: () => device.rootPassword !== undefined,
    getbrand: () => ({
      Brand: {
        Brand: 'AXIS',
        ProdType: device.prodType,
        ProdNbr: 'A8307-E',
        ProdShortName: 'AXIS A8307-E',
        ProdFullName: 'AXIS A8307-E Network Video Door Station',
      },
    }),
    systemready: () => ({ systemready: 'yes', needsetup: 'no' }),
    'pwdgrp.add': (input) => {
      if (device.rootPassword !== undefined) {
        throw new DeviceFault('signedOut', 'pwdgrp.add', '', { status: 401 })
      }
      const root = input['user'] === 'root' && input['grp'] === 'root'
      if (!root || input['sgrp'] !== 'admin:operator:viewer:ptz') {
        throw refusal('pwdgrp.add', 'not a valid initial admin user.')
      }
      device.rootPassword = input['pwd']
      return 'Created account root.'
    },
    'session.signIn': (input) => {
      if (input['user'] !== 'root' || input['password'] !== device.rootPassword) {
        throw new DeviceFault('signedOut', 'session.signIn', '', { status: 401 })
      }
      device.signedIn = true
      return { user: 'root', groups: ['root', 'admin'] }
    },
  }

  function hostOf(id: string): Set<string> {
    if (!device.host) throw new DeviceFault('missing', id, '', { status: 404 })
    return device.host
  }

  const info = () => ({
    dateTime: '2026-11-20T13:07:32Z',
    localDateTime: '2026-11-20T14:07:32+01:00',
    maxYearSupported: 2069,
    timeZone: device.timeZone === '' ? undefined : device.timeZone,
    posixTimeZone: 'CET-1CEST,M3.5.0,M10.5.0/3',
    dstEnabled: true,
  })

  const rootCalls: Record<string, (input: Input) => unknown> = {
    'pwdgrp.update': (input) => {
      device.rootPassword = input['pwd']
      // A password change ends the account's sessions.
      device.signedIn = false
      return 'Modified account root.'
    },
    'param.list': (input) => {
      const groups = String(input['group']).split(',')
      const all = [...device.parameters, ...(device.host ? [[OWN_CALLS, '1'] as const] : [])]
      return {
        values: new Map(
          all.filter(([name]) => groups.some((group) => `${name}.`.startsWith(`${group}.`))),
        ),
        missing: [],
      }
    },
    'param.update': (input) => {
      for (const [name, value] of Object.entries(input)) device.parameters.set(name, value)
      return null
    },
    'language.set': ({ language = '' }) => {
      device.language = language
      return 'OK'
    },
    'trial.address': ({ ip = '' }) => ({
      onHost: hostOf('trial.address').has(ip),
      // Addresses with an even last part have their ports taken.
      free: Number(ip.at(-1)) % 2 === 1,
      addresses: { http: `http://${ip}:8080` },
    }),
    'trial.start': (input) => {
      const host = hostOf('trial.start')
      const values = (input as unknown as { values: Input }).values
      const address = values['root.Network.IPAddress'] ?? '192.168.0.90'
      const addresses = { http: `http://${address}:8080`, https: `https://${address}:8443` }
      if (!host.has(address)) return { stored: true, addresses }
      device.tried.push(values)
      return { stored: false, ticket: 'a-ticket', addresses, seconds: 120 }
    },
    'time.getAll': () => ({
      ...info(),
      dhcpTimeZone: '',
      dhcpTimeZoneUtilized: false,
      timeZones: ['America/New_York', 'Asia/Calcutta', 'Europe/Berlin', 'Europe/Stockholm'],
    }),
    'time.getDateTimeInfo': info,
    'time.setTimeZone': ({ timeZone = '' }) => {
      device.timeZone = timeZone
      return { timeZone }
    },
    'date.set': (input) => {
      device.date = input
      return null
    },
  }

  return device
}
