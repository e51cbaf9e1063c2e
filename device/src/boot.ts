import type { Plugged } from '@lintel/contract/wire'
import { composeDevice } from './composition.ts'
import type { DeviceParts } from './platform.ts'

/** Milliseconds that answers on their way have before a restart takes the device down. */
const FAREWELL = 100

export interface Booted {
  /** Goes down in order: everything closed, nothing lost. */
  shutDown(): Promise<void>
}

/** What the device's process gives it. */
export interface ProcessParts extends Pick<DeviceParts, 'wire' | 'clock' | 'log'> {
  /** Ends the process. */
  exit: () => void
}

/**
 * Boots the device and tells the board where it answers.
 * @throws when it cannot come up, such as when a port is taken; the board then tries again.
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
    log.info({}, 'down')
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
  // The first boot makes its certificate while it answers over http already.
  void device.webServer.refresh()
  return { shutDown }
}
