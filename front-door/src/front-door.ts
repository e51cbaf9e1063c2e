import { openAdditionalListeners } from './additional-listeners.ts'
import type { DeviceContext } from './device-context.ts'
import { openDoor, type DoorOptions } from './door.ts'
import { openListeners, type Listeners, type ListenAt, type Urls } from './listeners.ts'
import { redirection } from './redirection.ts'

/** The HTTP front end between the network and the services. */
export interface FrontDoor extends Pick<
  Listeners,
  'move' | 'isFree' | 'urls' | 'configure' | 'traffic'
> {
  /** Opens http, and https once there is a certificate. Rejects when a port is taken. */
  listen(at: ListenAt): Promise<Urls>
  /**
   * Answers at these IPv6 addresses too, on the same ports, and at no others; resolves with those
   * where it does. Link-local ones come with their interface (`fe80::1%eth0`).
   */
  alsoAt(addresses: readonly string[]): Promise<string[]>
  /** Unplugs the network cable, which cuts every connection, or plugs it back in. */
  plug(cableIn: boolean): void
  /** Cuts every connection and frees the ports. */
  close(): Promise<void>
}

/** Builds the front door of a device; nothing listens before `listen`. */
export async function openFrontDoor(
  device: DeviceContext,
  options: DoorOptions,
): Promise<FrontDoor> {
  const notAccepted = (error: Error): void => {
    device.log.error({ err: error }, 'connection not accepted')
  }
  let listeners: Listeners | undefined
  const door = await openDoor(
    device,
    options,
    redirection(() => listeners?.httpsOnly()),
    () => {
      const https = listeners?.urls().https
      return https === undefined ? undefined : portOf(https, 443)
    },
  )
  listeners = openListeners({ ...door, notAccepted })

  const { listen, urls, move, isFree, configure, plug, adopt, traffic } = listeners
  const additional = openAdditionalListeners(adopt, notAccepted)
  return {
    listen,
    urls,
    move,
    isFree,
    configure,
    plug,
    traffic,
    async alsoAt(addresses) {
      const { http, https } = urls()
      // It was closed in the meantime.
      if (http === '') return []
      return additional.listen(addresses, {
        http: portOf(http, 80),
        https: https === undefined ? undefined : portOf(https, 443),
      })
    },
    async close() {
      additional.close()
      await door.close()
      await listeners.close()
    },
  }
}

const portOf = (url: string, plain: number) => Number(new URL(url).port) || plain
