import { addressAfterReset, systemReady } from '@lintel/contract/calls/system'
import { getUserGroups } from '@lintel/contract/calls/users'
import { DeviceFault } from '@lintel/contract/fault'
import { yesNo } from '@lintel/contract/parameters/codec'
import { deviceLocation } from '@lintel/contract/site'
import { client, device } from '../device.ts'
import { deviceHas } from '../firmware.ts'
import { upgradeSoFar } from '../firmware-change/device-firmware.ts'
import { probe } from '../probe.ts'
import { READY_TIMEOUT } from '../timing.ts'
import { RESTART_KEY } from './flag.ts'
import type { RestartType } from './flag.ts'
import { createRestart } from './restart.ts'

/** The pending restart of the device that served this page. */
export const restart = createRestart({
  storage: localStorage,
  tab: sessionStorage,
  now: () => Date.now(),
  here: () => location.hash.slice(1),
  ask: async (signal) => {
    const { systemready, bootid } = await client.call(
      systemReady,
      { timeout: READY_TIMEOUT / 1000 },
      { timeoutMs: READY_TIMEOUT, signal },
    )
    return { ready: yesNo.decode(systemready), bootId: bootid }
  },
  upgradeSoFar,
  reload: () => {
    // What loads by this reload has the state, unless the person has to sign in first.
    history.replaceState({ ...history.state, restarted: true }, '', `${location.pathname}#/`)
    location.reload()
  },
  brokeOff,
})

const BROKE_OFF: ReadonlySet<DeviceFault['kind']> = new Set(['unreachable', 'timeout', 'malformed'])

/**
 * Whether the call may have had its effect although it failed. A device that is going down may cut its
 * answer off.
 */
export function brokeOff(fault: unknown): boolean {
  return fault instanceof DeviceFault && BROKE_OFF.has(fault.kind)
}

/**
 * Restarts the device: notes the current boot, so that the next one is recognised, and makes the
 * call.
 * @param call made with the plain client, because the overlay leaves no room to sign in again
 * @throws DeviceFault when the device is unreachable or refuses; there is no overlay then
 */
export async function beginRestart(type: RestartType, call: () => Promise<unknown>): Promise<void> {
  // An ended session is noticed here, where the page can still ask for the password.
  const [{ bootId }, , expected] = await Promise.all([
    probe(device),
    device.call(getUserGroups, {}),
    type === 'default' ? whereAfterReset() : undefined,
  ])
  await restart.begin(
    type,
    bootId,
    async () => {
      await call()
    },
    expected,
  )
}

/** The URL of the device after a factory default; undefined if it stays, or doesn't say. */
export async function whereAfterReset(): Promise<string | undefined> {
  if (!deviceHas(addressAfterReset)) return undefined
  const { moves, addresses } = await device.call(addressAfterReset, {})
  if (!moves) return undefined
  return (deviceLocation().protocol === 'https:' ? addresses.https : undefined) ?? addresses.http
}

/** Shows the overlay for a restart that this browser started, before a reload or in another tab. */
export function followRestart(): void {
  restart.follow()
  addEventListener('storage', ({ key }) => {
    if (key === RESTART_KEY || key === null) restart.follow(true)
  })
}
