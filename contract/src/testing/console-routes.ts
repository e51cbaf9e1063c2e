/**
 * Who may open which address of the console, on which product: the tables of the requirements (part
 * 4), written out once. The unit tests of the page table and the browser tests take their
 * expectations from here; code under test must not.
 */
import type { Role } from '../access.ts'

export interface Fixture {
  number: string
  type: string
  reader?: boolean
  hdmi?: boolean
  display?: boolean
  callKeypad?: boolean
  ports: readonly [inputs: number, outputs: number]
  /** Some port is always a relay. */
  relays?: true
  sdCard?: true
  ipv6?: false
}

/** "Capability set per fixture", in the order of the tables. */
export const FIXTURES: readonly Fixture[] = [
  {
    number: 'A8307-E',
    type: 'Network Video Door Station',
    reader: true,
    hdmi: true,
    display: true,
    callKeypad: true,
    ports: [2, 2],
    relays: true,
    sdCard: true,
  },
  {
    number: 'A8207-VE',
    type: 'Network Video Door Station',
    reader: true,
    callKeypad: true,
    ports: [2, 2],
    relays: true,
    sdCard: true,
  },
  {
    number: 'I8016-LVE',
    type: 'Network Video Intercom',
    reader: true,
    ports: [2, 1],
    sdCard: true,
  },
  { number: 'C1310-E', type: 'Network Horn Speaker', ports: [1, 1], relays: true },
  { number: 'A8105-E', type: 'Network Video Door Station', ports: [1, 1], ipv6: false },
  { number: 'C1410', type: 'Network Speaker', ports: [0, 0] },
  { number: 'A1601', type: 'Network Door Controller', reader: true, ports: [2, 2], relays: true },
]

/** V is there, H is hidden, for each fixture in order. */
const EVERYWHERE = 'VVVVVVV'
const DOORSTATION = 'VVVHVHH'

/**
 * "Routes per fixture": title, minimum permission, where it is, and the addresses, with an example
 * in place of a part that varies. A row is about one page and the pages below it.
 */
export const ROUTES: readonly [
  title: string,
  needs: Role,
  seen: string,
  addresses: readonly string[],
][] = [
  ['the overview needs a viewer (SHELL-29)', 'viewer', EVERYWHERE, ['/']],
  [
    'date and time needs an administrator (SHELL-30)',
    'admin',
    EVERYWHERE,
    ['/datetime', '/datetime/zone'],
  ],
  [
    'maintenance needs an administrator (SHELL-31)',
    'admin',
    EVERYWHERE,
    ['/maintenance', '/maintenance/firmware'],
  ],
  [
    'users need an administrator (SHELL-32)',
    'admin',
    EVERYWHERE,
    ['/users', '/users/add', '/users/edit/guard1'],
  ],
  [
    'events need an administrator (SHELL-33)',
    'admin',
    EVERYWHERE,
    ['/events', '/events/recipients', '/events/schedules', '/events/recurrences'],
  ],
  [
    'manual triggers are for administrators of doorstations (EVENTS-02)',
    'admin',
    DOORSTATION,
    ['/events/manual-triggers'],
  ],
  [
    'the network needs an administrator (SHELL-34, SHELL-35, SHELL-36)',
    'admin',
    EVERYWHERE,
    [
      '/network',
      '/network/discoverability',
      '/network-security',
      '/network-security/8021x',
      '/network-snmp',
    ],
  ],
  [
    'cards and PINs need an administrator of a door controller',
    'admin',
    'HHHHHHV',
    ['/credentials', '/credentials/add', '/credentials/ada'],
  ],
  ['the access log needs an operator of a door controller', 'operator', 'HHHHHHV', ['/access-log']],
  ['MQTT needs an administrator', 'admin', EVERYWHERE, ['/mqtt']],
  [
    'IPv6 needs an administrator, and a device that knows it (NET-02, FIX-12)',
    'admin',
    'VVVVHVV',
    ['/network/ipv6'],
  ],
  [
    'the audio site needs an administrator, and an audio product (TLS-03)',
    'admin',
    'HHHVHVH',
    ['/network-security/audio-site'],
  ],
  [
    'ports need an administrator, and an input or output (SHELL-37, SHELL-57, FIX-11)',
    'admin',
    'VVVVVHV',
    ['/ioPorts', '/ioPorts/edit/I2'],
  ],
  [
    'relays need ports of a fixed direction, and another product than the C1310-E (IO-02, FIX-04)',
    'admin',
    'VVHHHHV',
    ['/ioPorts/relays'],
  ],
  [
    'SIP needs an administrator (SHELL-38)',
    'admin',
    EVERYWHERE,
    [
      '/sip/settings',
      '/sip/accounts',
      '/sip/accounts/add',
      '/sip/accounts/sip_account_0',
      '/sip/accounts/sip_account_0/edit',
      '/sip/dtmf',
    ],
  ],
  ['the call log needs an administrator', 'admin', EVERYWHERE, ['/sip/calls']],
  [
    'reports need an administrator (SHELL-39)',
    'admin',
    EVERYWHERE,
    ['/reports', '/reports/server'],
  ],
  ['the live log needs an administrator', 'admin', EVERYWHERE, ['/reports/log']],
  ['the search needs a viewer (SHELL-40)', 'viewer', EVERYWHERE, ['/search']],
  ['health needs an operator', 'operator', EVERYWHERE, ['/health']],
  ['detectors need an operator (SHELL-41)', 'operator', EVERYWHERE, ['/detectors']],
  ['storage needs an administrator (SHELL-42)', 'admin', EVERYWHERE, ['/storage']],
  [
    'cards are encrypted, and the network share has an address of its own, with a slot (SHELL-42, FIX-14)',
    'admin',
    'VVVHHHH',
    ['/storage/encrypt', '/storage/network'],
  ],
  [
    'stored pictures are for administrators of doorstations, which have the camera',
    'admin',
    DOORSTATION,
    ['/storage/pictures'],
  ],
  ['certificates need an administrator (SHELL-43)', 'admin', EVERYWHERE, ['/certificates']],
  [
    'applications need an administrator (SHELL-44)',
    'admin',
    EVERYWHERE,
    [
      '/services',
      '/services/install',
      '/services/avhs',
      '/services/edit/bell',
      '/services/license/bell',
    ],
  ],
  ['audio needs an operator (SHELL-45)', 'operator', EVERYWHERE, ['/audio']],
  [
    'the output and the input have tabs on products with sound (AUDIO-01)',
    'operator',
    'VVVVVVH',
    ['/audio/output', '/audio/input'],
  ],
  ['audio clips need an administrator (SHELL-46)', 'admin', EVERYWHERE, ['/audioclips']],
  ['plain config needs an administrator (SHELL-47)', 'admin', EVERYWHERE, ['/plainconfig']],
  ['the language needs a viewer (SHELL-48)', 'viewer', EVERYWHERE, ['/language']],
  [
    'the phonebook is for administrators of doorstations (SHELL-49)',
    'admin',
    DOORSTATION,
    [
      '/phonebook',
      '/phonebook/callbutton',
      '/phonebook/organisations/add',
      '/phonebook/organisations/house',
      '/phonebook/organisations/house/edit',
      '/phonebook/organisations/house/contacts/add',
      '/phonebook/organisations/house/contacts/ada/edit',
      '/phonebook/organisations/house/callgroups/add',
      '/phonebook/organisations/house/callgroups/desk/edit',
      '/phonebook/importexport',
    ],
  ],
  [
    'call groups are for administrators of doorstations with a display or a keypad (FIX-03, OPEN-50)',
    'admin',
    'VVHHHHH',
    ['/phonebook/organisations/house/callgroups'],
  ],
  [
    'the contact list is printed by administrators of doorstations with a keypad (FIX-03, PHONEBOOK-10)',
    'admin',
    'VVHHHHH',
    ['/phonebook/print'],
  ],
  ['the camera is for viewers of doorstations (SHELL-50)', 'viewer', DOORSTATION, ['/camera']],
  [
    'the reader is for administrators of doorstations with one (SHELL-51)',
    'admin',
    'VVVHHHH',
    [
      '/reader',
      '/reader/protocol',
      '/reader/cardtypes',
      '/reader/output-formatter',
      '/reader/pin',
      '/reader/unknown',
      '/reader/cards',
      '/reader/cards/add',
      '/reader/cards/edit/MIFARE_DESFire',
      '/reader/cards/edit/MIFARE_Classic',
    ],
  ],
  [
    'ONVIF is for administrators of doorstations (SHELL-52)',
    'admin',
    DOORSTATION,
    [
      '/onvif',
      '/onvif/users',
      '/onvif/users/add',
      '/onvif/users/edit/recorder',
      '/onvif/media-profiles',
      '/onvif/unknown',
    ],
  ],
  [
    'config check is for administrators of doorstations (SHELL-53)',
    'admin',
    DOORSTATION,
    ['/config-check'],
  ],
  [
    'HDMI is for administrators of doorstations with it (SHELL-54, FIX-17)',
    'admin',
    'VHHHHHH',
    ['/hdmi'],
  ],
  [
    'the display is for administrators of doorstations with one (SHELL-55)',
    'admin',
    'VHHHHHH',
    ['/display-config', '/display-config/settings'],
  ],
  [
    'the audio system is for administrators of audio products (SHELL-56)',
    'admin',
    'HHHVHVH',
    ['/audioSystemSettings', '/audioSystemOverview'],
  ],
]

/** The groups of the sidebar in their order, and what each holds on products that have it. */
export const SIDEBAR = {
  main: ['/'],
  voip: ['/sip/accounts', '/sip/settings', '/sip/dtmf', '/sip/calls', '/phonebook'],
  hardware: [
    '/detectors',
    '/ioPorts',
    '/storage',
    '/reader',
    '/credentials',
    '/access-log',
    '/camera',
    '/display-config',
    '/config-check',
  ],
  audio: ['/audio', '/audioclips', '/audioSystemOverview', '/audioSystemSettings'],
  events: ['/events'],
  network: ['/certificates', '/mqtt', '/network-security', '/network-snmp', '/network'],
  system: [
    '/datetime',
    '/health',
    '/reports',
    '/maintenance',
    '/services',
    '/users',
    '/plainconfig',
    '/language',
    '/onvif',
    '/hdmi',
  ],
} as const satisfies Record<string, readonly string[]>

/** @throws Error for an address that no row names */
function rowOf(address: string): (typeof ROUTES)[number] {
  const row = ROUTES.find(([, , , addresses]) => addresses.includes(address))
  if (!row) throw new Error(`No row of console-routes.ts names ${address}.`)
  return row
}

const RANK: Record<Role, number> = { viewer: 1, operator: 2, admin: 3 }

/** Whether a role opens an address, on products that have it. */
export const mayOpen = (role: Role, address: string): boolean =>
  RANK[role] >= RANK[rowOf(address)[1]]

/** Whether a product has an address. */
export function isThere(address: string, number: string): boolean {
  const at = FIXTURES.findIndex((fixture) => fixture.number === number)
  if (at === -1) throw new Error(`No product ${number} in console-routes.ts.`)
  return rowOf(address)[2][at] === 'V'
}

/** The addresses that some products lack, without those below another of them. */
export const NOT_EVERYWHERE: readonly string[] = ROUTES.filter(([, , seen]) => seen !== EVERYWHERE)
  .flatMap(([, , , addresses]) => addresses)
  .filter((address, _, all) => !all.some((above) => address.startsWith(`${above}/`)))
