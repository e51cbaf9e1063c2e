import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { setMicrophone } from '@lintel/contract/bench'
import { playClip } from '@lintel/contract/calls/audio'
import { audioLevel } from '@lintel/contract/calls/sound'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atMost } from './figure.ts'
import { coreShare } from './process.ts'
import { signIn } from './session.ts'

const CLIENTS = 10
const SECONDS = 5

/**
 * The cost of the sound path: of ten clients that read the microphone's level, of a page of the bench
 * with meters that listens, and of a clip that plays while nobody looks or listens.
 */
export async function soundFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  const cookie = await signIn(rig)
  await rig.root.call(playClip, { clip: '2', repeat: '-1' })
  const alone = await shareOf(rig, [], 0)

  await rig.bench.call(setMicrophone, { microphone: { kind: 'tone', hertz: 440, level: 0.5 } })
  const level = new URL(`${audioLevel.path}?format=html&audiochannel=0`, rig.addresses.http)
  // A reading has some 50 bytes, and there are five a second.
  const ten = await shareOf(
    rig,
    Array.from({ length: CLIENTS }, () => request(level, { headers: { cookie } })),
    SECONDS * 5 * 40,
  )
  const { bench } = rig.addresses
  const page = [new URL('/bench/levels', bench), new URL('/bench/sound', bench)]
  const one = await shareOf(
    rig,
    page.map((url) => request(url)),
    SECONDS * 5 * 40,
  )
  return [
    atMost('level of the microphone, 10 clients', ten * 100, 10, '% of a core'),
    atMost('meters and sound of the bench', one * 100, 10, '% of a core'),
    atMost('a clip that plays while nobody looks', alone * 100, 1, '% of a core'),
  ]
}

/**
 * The share of a core that the device spends while clients read.
 * @param least how many bytes each of them has to get
 */
async function shareOf(
  rig: Rig,
  clients: readonly ClientRequest[],
  least: number,
): Promise<number> {
  const received = clients.map(() => 0)
  for (const [index, client] of clients.entries()) {
    client
      .on('response', (answer) => {
        answer
          .on('data', (chunk: Buffer) => (received[index] = (received[index] ?? 0) + chunk.length))
          .on('error', () => {})
      })
      .on('error', () => {})
      .end()
  }
  await wait(1000)
  const share = await coreShare(rig.addresses.device, SECONDS)
  for (const client of clients) client.destroy()
  const fewest = Math.min(...received)
  if (fewest < least) throw new Error(`A client got ${fewest} bytes.`)
  return share
}
