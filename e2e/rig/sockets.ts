import { connect } from 'node:net'
import { platform } from 'node:os'

/** Another loopback address, which Linux has without configuration. */
export const OTHER = '127.0.0.2'
/** Reserved for documentation (RFC 5737), so no host has it. */
export const NOBODYS = '192.0.2.10'

/** Why tests that move a device are skipped; undefined where they can run. */
export const cannotMove =
  platform() === 'linux' ? undefined : 'Only Linux has every 127.x.y.z without configuration.'

/** Whether anything listens at a URL's host and port. */
export function listens(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
