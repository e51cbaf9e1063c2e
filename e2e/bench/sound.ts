import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { setMicrophone } from '@lintel/contract/bench'
import { audioLevel } from '@lintel/contract/calls/sound'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atMost } from './figure.ts'
import { coreShare } from './process.ts'
import { signIn } from './session.ts'

const CLIENTS = 10
const SECONDS = 5

/** The cost of ten clients that read the microphone's level. */
export async function soundFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  const cookie = await signIn(rig)
  await rig.bench.call(setMicrophone, { microphone: { kind: 'tone', hertz: 440, level: 0.5 } })
  const received = Array.from({ length: CLIENTS }, () => 0)
  const url = new URL(`${audioLevel.path}?format=html&audiochannel=0`, rig.addresses.http)
  const clients = received.map((_, client) =>
    request(url, { headers: { cookie } }, (answer) => {
      answer
        .on('data', (chunk: Buffer) => (received[client] = (received[client] ?? 0) + chunk.length))
        .on('error', () => {})
    })
      .on('error', () => {})
      .end(),
  )
  await wait(1000)
  const share = await coreShare(rig.addresses.device, SECONDS)
  for (const client of clients) client.destroy()
  // A reading has some 50 bytes, and there are five a second.
  const least = Math.min(...received)
  if (least < SECONDS * 5 * 40) throw new Error(`A client got ${least} bytes.`)
  return [atMost('level of the microphone, 10 clients', share * 100, 10, '% of a core')]
}
