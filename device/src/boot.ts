import type { Plugged } from '@lintel/contract/wire'
import { composeDevice } from './composition.ts'
import type { DeviceParts } from './platform.ts'

/** Milliseconds that responses in flight have to finish before a restart stops the device. */
const FAREWELL = 100

export interface Booted {
  /** Shuts down cleanly: closes everything and loses nothing. */
  shutDown(): Promise<void>
}

/** What the device's process passes in. */
export interface ProcessParts extends Pick<DeviceParts, 'wire' | 'clock' | 'log'> {
  /** Ends the process. */
  exit: () => void
}

/**
 * Boots the device and reports its address to the board.
 * @throws when it can't start, for example because a port is in use; the board then retries.
 */
export async function bootDevice(plugged: Plugged, parts: ProcessParts): Promise<Booted> {
  const { wire, clock, log, exit } = parts
  const composed = await composeDevice({
    plugged,
    wire,
    clock,
    log,
    restart: () => void restart(),
  })
  const { device } = composed
  let goingDown: Promise<void> | undefined

  function shutDown(): Promise<void> {
    goingDown ??= goDown()
    return goingDown
  }

  async function goDown(): Promise<void> {
    await composed.close()
    log.info({}, 'shut down')
  }

  async function restart(): Promise<void> {
    await clock.wait(FAREWELL)
    wire.send({ type: 'restart' })
    await shutDown()
    exit()
  }

  await clock.wait(plugged.bootSeconds * 1000 - clock.monotonic())
  const urls = await composed.listen()
  await composed.start()
  wire.send({ type: 'running', http: urls.http, https: urls.https })
  log.info({ boot: device.bootId, milliseconds: Math.round(performance.now()) }, 'running')
  // On the first boot the certificate is generated after http is already up.
  void device.webServer.refresh()
  return { shutDown }
}
