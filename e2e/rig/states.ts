/**
 * The states of the device before a test. Each is built once, by the same calls as the console's.
 */
import { saveSnapshot } from '@lintel/contract/bench'
import { setCredential } from '@lintel/contract/calls/access-control'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { addUser } from '@lintel/contract/calls/users'
import { categoryOf } from '@lintel/contract/capabilities'
import type { Client, Transport } from '@lintel/contract/client'
import type { Product } from '@lintel/contract/products/product'
import { ACCOUNTS, PASSWORD, ROOT } from './accounts.ts'
import { addOnvifUser } from '../onvif/accounts.ts'
import { installBell } from '../services/applications.ts'
import { HOUSE, LONG_NAMES, setEntries } from './house.ts'
import type { Addresses } from './board.ts'
import { THROUGH_GATEWAY } from './gateway.ts'

/**
 * - `new`: out of the box, without a root password;
 * - `ready`: set up, with one account for each role, a stopped application that needs a licence, and,
 *   on door stations, a small phonebook and the ONVIF user `recorder`; on door controllers, Ada's card;
 * - `busy`: the same with many accounts and contacts, and the longest names.
 */
export type State = 'new' | 'ready' | 'busy'

/**
 * Pictures per second of the live video. At the factory's 15, decoding and drawing them without a
 * GPU takes more than one core.
 */
export const FRAMES = '2'

interface Clients {
  addresses: Addresses
  product: Product
  bench: Client
  /** Without credentials. */
  anonymous: Client
  root: Client & Transport
}

/** Who may open the doors of a door controller. */
export const ADA = {
  token: 'ada',
  Description: 'Ada',
  IdData: [{ Name: 'Card' as const, Value: 'ADA00001' }],
}

const isDoorstation = ({ brand }: Product) => categoryOf(brand.type) === 'doorstation'
const isDoorController = ({ brand }: Product) => categoryOf(brand.type) === 'accesscontrol'

/** Sets the root password, as the wizard does. */
async function setRootPassword(anonymous: Client, password = PASSWORD): Promise<void> {
  await anonymous.call(addUser, {
    user: ROOT,
    pwd: password,
    grp: 'root',
    sgrp: 'admin:operator:viewer:ptz',
    comment: '',
  })
}

const MAKE: Record<State, { from: State | undefined; make: (clients: Clients) => Promise<void> }> =
  {
    new: { from: undefined, make: () => Promise.resolve() },
    ready: {
      from: 'new',
      async make({ anonymous, root, product, addresses }) {
        await setRootPassword(anonymous)
        if (THROUGH_GATEWAY)
          await root.call(updateParameters, { 'root.Network.HTTP.AuthenticationPolicy': 'digest' })
        await installBell({ addresses })
        if (product.camera)
          await root.call(updateParameters, { 'root.Image.I0.Stream.FPS': FRAMES })
        for (const { user, groups, comment } of Object.values(ACCOUNTS)) {
          await root.call(addUser, { user, pwd: PASSWORD, sgrp: groups, comment })
        }
        if (isDoorController(product)) await root.call(setCredential, { Credential: [ADA] })
        if (!isDoorstation(product)) return
        await setEntries(root, HOUSE)
        await addOnvifUser({ root }, 'recorder', 'Operator')
      },
    },
    busy: {
      from: 'ready',
      async make({ root, product }) {
        if (isDoorstation(product)) await setEntries(root, LONG_NAMES)
        for (let number = 1; number <= 40; number += 1) {
          const user = `longaccount${String(number).padStart(3, '0')}`
          await root.call(addUser, { user, pwd: PASSWORD, sgrp: 'viewer', comment: '' })
        }
        await root.call(updateParameters, {
          'root.Network.HostName': 'door-station-with-a-rather-long-host-name',
        })
      },
    },
  }

/**
 * Builds a state on a device that is in its `from` state, and saves it as a snapshot under its
 * name.
 */
export async function makeState(
  state: State,
  clients: Clients,
  restore: (state: State) => Promise<void>,
): Promise<void> {
  const { from, make } = MAKE[state]
  if (from) await restore(from)
  await make(clients)
  await clients.bench.call(saveSnapshot, { name: state })
}
