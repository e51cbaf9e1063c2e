import type { ClientRequest } from 'node:http'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atMost } from './figure.ts'
import { coreShare, residentMegabytes } from './process.ts'
import { signIn } from './session.ts'

interface Viewers {
  /** Bytes received by each viewer. */
  received: () => readonly number[]
  close: () => void
}

const VGA = '640x480'
/** Twenty different pictures: ten sizes, in two qualities each. */
const SIZES = [
  '1920x1080',
  '1280x960',
  '1280x720',
  '1024x768',
  '800x600',
  '704x576',
  VGA,
  '640x360',
  '352x288',
  '320x240',
]
const DIFFERENT = SIZES.flatMap((size) => [size, `${size}&compression=60`])
/** The device stops its camera 5 s after the last viewer; then V8 and the allocator give its memory back. */
const AFTER_MS = 25_000

/** Opens a stream for each resolution and reads them as fast as possible until they are closed. */
function openViewers(rig: Rig, cookie: string, resolutions: readonly string[]): Viewers {
  const bytes = resolutions.map(() => 0)
  const open: ClientRequest[] = resolutions.map((resolution, viewer) => {
    const path = `/axis-cgi/mjpg/video.cgi?fps=15&resolution=${resolution}`
    return request(new URL(path, rig.addresses.http), { headers: { cookie } }, (answer) => {
      answer
        .on('data', (chunk: Buffer) => (bytes[viewer] = (bytes[viewer] ?? 0) + chunk.length))
        .on('error', () => {})
    })
      .on('error', () => {})
      .end()
  })
  return { received: () => bytes, close: () => open.forEach((viewer) => viewer.destroy()) }
}

/** Ten viewers of one picture. */
export const tenViewers = (rig: Rig, cookie: string): Viewers =>
  openViewers(rig, cookie, Array<string>(10).fill(VGA))

/** The cost of ten viewers of one stream and of twenty of different ones, and what they leave. */
export async function videoFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  const cookie = await signIn(rig)
  const ten = await shareOf(rig, tenViewers(rig, cookie), 5)
  const twenty = await shareOf(rig, openViewers(rig, cookie, DIFFERENT), 8)
  await wait(AFTER_MS)
  const left = residentMegabytes(rig.addresses.board) + residentMegabytes(rig.addresses.device)
  return [
    atMost('video 640×480 at 15 fps, 10 viewers', ten * 100, 10, '% of a core'),
    atMost('video, 20 viewers of different pictures', twenty * 100, 50, '% of a core'),
    atMost('memory after 20 viewers have left', left, 160, 'MB'),
  ]
}

/** The share of a core that the device spends on these viewers, some seconds after their start. */
async function shareOf(rig: Rig, viewers: Viewers, seconds: number): Promise<number> {
  await wait(2000)
  const share = await coreShare(rig.addresses.device, seconds)
  const received = viewers.received()
  viewers.close()
  const least = Math.min(...received)
  if (least < 20_000) throw new Error(`A viewer got ${least} bytes in ${seconds + 2} seconds.`)
  return share
}
