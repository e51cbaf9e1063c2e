import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atLeast } from './figure.ts'
import { cpuSeconds } from './process.ts'
import { getter, repeat, signIn } from './session.ts'

const SECONDS = 3

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
  return [
    atLeast('full parameter list, computed each time', listsPerCore, 2000, 'answers/s and core'),
    atLeast('durable parameter updates', updates / SECONDS, 2000, '/s'),
  ]
}
