import { setTimeout as wait } from 'node:timers/promises'
import { subscribeMessage, TOPICS } from '@lintel/contract/events'
import { WebSocket } from 'ws'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atMost } from './figure.ts'
import { residentMegabytes } from './process.ts'
import { getter, signIn } from './session.ts'
import { openViewers } from './video.ts'

const CONSOLES = 20

/** What a console asks for when it opens. */
const START = [
  '/axis-cgi/rootpwdsetvalue.cgi',
  '/axis-cgi/prod_brand_info/getbrand.cgi',
  '/axis-cgi/usergroup.cgi',
  '/axis-cgi/param.cgi?action=list',
  '/axis-cgi/date.cgi?action=get',
  '/axis-cgi/pwdgrp.cgi?action=get',
]

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

/** Memory of board and device, alone and with many guests. */
export async function memoryFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  await wait(3000)
  const atRest = both(rig)

  const cookie = await signIn(rig)
  const consoles = Array.from({ length: CONSOLES }, () => openConsole(rig, cookie))
  const { get, close } = getter(rig.addresses.http, cookie, CONSOLES)
  const viewers = openViewers(rig, cookie, 10)
  let most = 0
  for (let turn = 0; turn < 10; turn += 1) {
    await Promise.all(Array.from({ length: CONSOLES }, () => Promise.all(START.map(get))))
    most = Math.max(most, both(rig))
    await wait(300)
  }
  viewers.close()
  close()
  for (const socket of consoles) socket.terminate()
  return [
    atMost('memory, board and device, at rest', atRest, 160, 'MB'),
    atMost('memory with 20 consoles and 10 viewers', most, 260, 'MB'),
  ]
}
