/** The tables of the requirements (part 4), written out: what the code says has to agree with them. */
import type { Role } from '@lintel/contract/access'

export interface Fixture {
  number: string
  type: string
  reader?: boolean
  hdmi?: boolean
  display?: boolean
  ports: readonly [inputs: number, outputs: number]
  /** Some port is a relay for good. */
  relays?: true
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
    ports: [2, 2],
    relays: true,
  },
  {
    number: 'A8207-VE',
    type: 'Network Video Door Station',
    reader: true,
    ports: [2, 2],
    relays: true,
  },
  { number: 'I8016-LVE', type: 'Network Video Intercom', reader: true, ports: [2, 1] },
  { number: 'C1310-E', type: 'Network Horn Speaker', ports: [1, 1], relays: true },
  { number: 'A8105-E', type: 'Network Video Door Station', ports: [1, 1], ipv6: false },
  { number: 'C1410', type: 'Network Speaker', ports: [0, 0] },
  { number: 'A1601', type: 'Network Door Controller', reader: true, ports: [2, 2], relays: true },
]

/** V is there, H is hidden, for each fixture in order. */
const EVERYWHERE = 'VVVVVVV'
const DOORSTATION = 'VVVHVHH'

/** "Routes per fixture": title, minimum permission, where it is, and the addresses. */
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
    ['/users', '/users/add', '/users/edit/ada'],
  ],
  ['events need an administrator (SHELL-33)', 'admin', EVERYWHERE, ['/events']],
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
    ['/ioPorts', '/ioPorts/edit/I0'],
  ],
  [
    'relays need ports that can not be changed, and another product than the C1310-E (IO-02, FIX-04)',
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
      '/sip/accounts/1',
      '/sip/accounts/1/edit',
      '/sip/dtmf',
    ],
  ],
  [
    'reports need an administrator (SHELL-39)',
    'admin',
    EVERYWHERE,
    ['/reports', '/reports/server'],
  ],
  ['the search needs a viewer (SHELL-40)', 'viewer', EVERYWHERE, ['/search']],
  ['detectors need an operator (SHELL-41)', 'operator', EVERYWHERE, ['/detectors']],
  [
    'storage needs an administrator (SHELL-42)',
    'admin',
    EVERYWHERE,
    ['/storage', '/storage/encrypt'],
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
      '/services/edit/app',
      '/services/license/app',
    ],
  ],
  ['audio needs an operator (SHELL-45)', 'operator', EVERYWHERE, ['/audio']],
  ['audio clips need an administrator (SHELL-46)', 'admin', EVERYWHERE, ['/audioclips']],
  ['plain config needs an administrator (SHELL-47)', 'admin', EVERYWHERE, ['/plainconfig']],
  ['the language needs a viewer (SHELL-48)', 'viewer', EVERYWHERE, ['/language']],
  [
    'the phonebook is for administrators of doorstations (SHELL-49)',
    'admin',
    DOORSTATION,
    [
      '/phonebook',
      '/phonebook/organisations/add',
      '/phonebook/organisations/1',
      '/phonebook/organisations/1/edit',
      '/phonebook/organisations/1/contacts/add',
      '/phonebook/organisations/1/contacts/2/edit',
      '/phonebook/organisations/1/callgroups/add',
      '/phonebook/organisations/1/callgroups/2/edit',
      '/phonebook/importexport',
      '/phonebook/print',
    ],
  ],
  ['the camera is for viewers of doorstations (SHELL-50)', 'viewer', DOORSTATION, ['/camera']],
  [
    'the reader is for administrators of doorstations with one (SHELL-51)',
    'admin',
    'VVVHHHH',
    [
      '/reader',
      '/reader/protocol',
      '/reader/cards',
      '/reader/cards/add',
      '/reader/cards/edit/MIFARE',
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
      '/onvif/users/edit/ada',
      '/onvif/media-profiles',
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
    ['/display-config'],
  ],
  [
    'the audio system is for administrators of audio products (SHELL-56)',
    'admin',
    'HHHVHVH',
    ['/audioSystemSettings', '/audioSystemOverview'],
  ],
]
