/** The HDMI output of the device, as another client sets it. */
import type { setMirroring, setRotation, setVideoSource } from '@lintel/contract/calls/video-output'
import type { InputOf } from '@lintel/contract/call'
import { PASSWORD, ROOT } from '../rig/accounts.ts'
import type { Addresses } from '../rig/board.ts'
import { digestFetch } from '../rig/digest.ts'

type Setter = typeof setMirroring | typeof setRotation | typeof setVideoSource

/** Makes a call that sets something. Its answer is XML, which our client reads in browsers only. */
export async function setOutput<C extends Setter>(
  { addresses }: { addresses: Pick<Addresses, 'http'> },
  { path }: C,
  input: Omit<InputOf<C>, 'schemaversion'>,
): Promise<void> {
  const query = new URLSearchParams({ schemaversion: '1', ...input })
  const answer = await digestFetch(ROOT, PASSWORD)(`${addresses.http}${path}?${query}`)
  const text = await answer.text()
  if (!text.includes('GeneralSuccess')) throw new Error(`The HDMI output was not set: ${text}`)
}
