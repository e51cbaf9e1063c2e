import { setTimeout as wait } from 'node:timers/promises'
import { getBrand } from '@lintel/contract/calls/identity'
import { getServiceCapabilities } from '@lintel/contract/calls/intercom'
import { listParameters } from '@lintel/contract/calls/parameters'
import { getAllTime, getDate, getDateTimeInfo, getTimeStatus } from '@lintel/contract/calls/time'
import { getTrial } from '@lintel/contract/calls/trial'
import { getUserGroups, getUsers, rootPasswordSet } from '@lintel/contract/calls/users'
import type { Client } from '@lintel/contract/client'
import { createClient } from '@lintel/contract/client'
import { subscribeMessage, TOPICS } from '@lintel/contract/events'
import { WebSocket } from 'ws'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atMost } from './figure.ts'
import { residentMegabytes } from './process.ts'
import { signIn } from './session.ts'
import { tenViewers } from './video.ts'

const CONSOLES = 20

/**
 * The calls that an administrator's console makes at start and on each of its pages, in sequence.
 */
async function openPages(client: Client): Promise<void> {
  await client.call(rootPasswordSet, {})
  await client.call(getBrand, {})
  await client.call(listParameters, { group: 'root.Properties.System.Language' })
  await client.call(getUserGroups, {})
  await client.call(listParameters, {})
  await client.call(getDate, {})
  await client.call(getServiceCapabilities, {})
  await client.call(getDateTimeInfo, {})
  await client.call(getTrial, {})
  await client.call(getUsers, {})
  await client.call(getAllTime, {})
  await client.call(getTimeStatus, {})
}

function openConsole(rig: Rig, cookie: string): WebSocket {
  const socket = new WebSocket(`${rig.addresses.http.replace('http', 'ws')}/vapix/axevws`, {
    headers: { cookie, origin: rig.addresses.http },
  })
  socket.on('open', () => socket.send(subscribeMessage(Object.values(TOPICS), 'bench')))
  socket.on('error', () => {})
  return socket
}

const both = ({ addresses }: Rig) =>
  residentMegabytes(addresses.board) + residentMegabytes(addresses.device)

/** Memory of board and device, idle and with many clients. */
export async function memoryFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  await wait(3000)
  const idle = both(rig)

  const cookie = await signIn(rig)
  const consoles = Array.from({ length: CONSOLES }, () => openConsole(rig, cookie))
  const clients = consoles.map(() =>
    createClient({ base: rig.addresses.http, headers: { cookie } }),
  )
  const viewers = tenViewers(rig, cookie)
  let most = 0
  for (let turn = 0; turn < 10; turn += 1) {
    await Promise.all(clients.map(openPages))
    most = Math.max(most, both(rig))
    await wait(300)
  }
  const lost = consoles.filter(({ readyState }) => readyState !== WebSocket.OPEN).length
  const bytes = viewers.received().reduce((sum, one) => sum + one, 0)
  viewers.close()
  for (const socket of consoles) socket.terminate()
  if (lost > 0) throw new Error(`${lost} of ${CONSOLES} consoles lost their events.`)
  if (bytes < 1_000_000) throw new Error(`Ten viewers got ${bytes} bytes.`)
  return [
    atMost('memory, board and device, at rest', idle, 160, 'MB'),
    atMost('memory with 20 consoles and 10 viewers', most, 260, 'MB'),
  ]
}
