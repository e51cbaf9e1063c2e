/** A gateway in front of a device, run from the built bundle. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { firstLine } from './board.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'gateway', 'dist', 'main.js')

/** The output of `npm start -- --device … --json`. */
export interface GatewayAddresses {
  http: string
  devices: { name: string; url: string; state: string; fingerprint?: string }[]
}

export interface RunningGateway extends GatewayAddresses {
  stop(): Promise<void>
}

/** Whether browsers open the console through a gateway, in tests that don't say otherwise. */
export const THROUGH_GATEWAY = process.env['LINTEL_GATEWAY'] !== undefined

/** Leaves out a test, or all of a file, of what a gateway does in another way than the device. */
export const notThroughGateway = (because: string): void => test.skip(THROUGH_GATEWAY, because)

/** Starts a gateway and waits until it answers. */
export async function startGateway(...flags: readonly string[]): Promise<RunningGateway> {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--json', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const addresses = JSON.parse(await firstLine(child)) as GatewayAddresses
  return {
    ...addresses,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
