import type { ClientRequest } from 'node:http'
import { request } from 'node:http'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atMost } from './figure.ts'
import { coreShare } from './process.ts'
import { signIn } from './session.ts'

interface Viewers {
  /** Bytes received on all streams together. */
  received: () => number
  close: () => void
}

/** Opens streams and reads them as fast as possible until they are closed. */
export function openViewers(rig: Rig, cookie: string, count: number): Viewers {
  const url = new URL('/axis-cgi/mjpg/video.cgi?resolution=640x480&fps=15', rig.addresses.http)
  let bytes = 0
  const open: ClientRequest[] = Array.from({ length: count }, () =>
    request(url, { headers: { cookie } }, (answer) => {
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('error', () => {})
    })
      .on('error', () => {})
      .end(),
  )
  return { received: () => bytes, close: () => open.forEach((viewer) => viewer.destroy()) }
}

/** The cost of ten viewers of one stream. */
export async function videoFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  const viewers = openViewers(rig, await signIn(rig), 10)
  await coreShare(rig.addresses.device, 1)
  const share = await coreShare(rig.addresses.device, 5)
  const bytes = viewers.received()
  viewers.close()
  if (bytes < 1_000_000) throw new Error(`Ten viewers got ${bytes} bytes in six seconds.`)
  return [atMost('video 640×480 at 15 fps, 10 viewers', share * 100, 10, '% of a core')]
}
