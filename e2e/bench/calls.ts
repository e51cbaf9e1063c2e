import { ACCOUNTS } from '../rig/accounts.ts'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atLeast, skipped } from './figure.ts'
import { cpuSeconds } from './process.ts'
import { getter, repeat, signIn } from './session.ts'
import { slowDisk } from './slow-disk.ts'

const SECONDS = 3
/** How many clients write at once, and how long a sync to a slow disk takes in milliseconds. */
const CLIENTS = 50
const SYNC = 20

/** How many full parameter lists, and how many durable updates, one device serves per second. */
export async function callFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  const { get, close } = getter(rig.addresses.http, await signIn(rig), 16)
  const { device } = rig.addresses

  await repeat(8, 1, () => get('/axis-cgi/param.cgi?action=list'))
  const before = cpuSeconds(device)
  const lists = await repeat(8, SECONDS, () => get('/axis-cgi/param.cgi?action=list'))
  // The load generator shares the machine, so the figure is scaled to one full core for the device.
  const listsPerCore = lists / (cpuSeconds(device) - before)

  const update = (turn: number) =>
    get(`/axis-cgi/param.cgi?action=update&root.Network.HostName=station-${turn}`)
  await repeat(16, 1, update)
  const updates = await repeat(16, SECONDS, update)
  close()
  const shared = await sharedFigures(rig)
  return [
    atLeast('full parameter list', listsPerCore, 2000, 'answers/s and core'),
    atLeast('durable parameter updates', updates / SECONDS, 2000, '/s'),
    ...shared,
  ]
}

/** How much more many clients write than one where the disk is the limit: they share its syncs. */
async function sharedFigures(rig: Rig): Promise<Figure[]> {
  const { user } = ACCOUNTS.viewer
  const { get, close } = getter(rig.addresses.http, await signIn(rig), CLIENTS)
  const fast = await slowDisk(rig.addresses.device, SYNC)
  const figures: Figure[] = []
  for (const [what, path] of [
    ['parameter updates', '/axis-cgi/param.cgi?action=update&root.Network.HostName=station-'],
    ['account updates', `/axis-cgi/pwdgrp.cgi?action=update&user=${user}&comment=`],
  ] as const) {
    const row = `${what}: ${CLIENTS} clients on a slow disk`
    if (!fast) {
      figures.push(skipped(row, 'strace cannot attach'))
      continue
    }
    const write = (turn: number) => get(path + turn)
    const one = await repeat(1, SECONDS, write)
    const many = await repeat(CLIENTS, SECONDS, write)
    figures.push(atLeast(row, many / one, 5, 'times one client'))
  }
  await fast?.()
  close()
  return figures
}
