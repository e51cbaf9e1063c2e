import { useEffect, useRef, useState } from 'react'
import { KIT_LIMIT } from '../../app/timing.ts'

/** What the frame of the licence kit says. The page of the frame is the device's. */
type FrameMessage =
  | { licenceKit: 'ready' | 'offline' }
  | { licenceKit: 'key'; key: string }
  | { licenceKit: 'failed'; code: number }

/** `unasked` until somebody wants the kit, as it comes from another server (OPEN-104). */
export type KitState = 'unasked' | 'loading' | 'ready' | 'offline'

export interface KitOrder {
  applicationId: string
  deviceId: string
  licenseCode: string
}

/** The vendor refused the code (28), or could not be reached (27). */
export class KitFailed extends Error {
  readonly code: number
  constructor(code: number) {
    super(`licence kit failed with ${code}`)
    this.name = 'KitFailed'
    this.code = code
  }
}

const messageIn = (data: unknown): FrameMessage | undefined =>
  typeof data === 'object' && data !== null && 'licenceKit' in data
    ? (data as FrameMessage)
    : undefined

/**
 * The vendor's licence kit, in a frame without any rights, which the page shows as `frame`.
 * @param kit.isSet whether the device knows where it is; undefined until the device has answered that
 */
export function useLicenceKit({ isSet, title }: { isSet: boolean | undefined; title: string }) {
  const [asked, setState] = useState<KitState>('unasked')
  const state = asked === 'loading' && isSet === false ? 'offline' : asked
  const frame = useRef<HTMLIFrameElement>(null)
  const waiting = useRef<{ resolve: (key: string) => void; reject: (fault: Error) => void }>(
    undefined,
  )

  useEffect(() => {
    function hear({ source, data }: MessageEvent) {
      const message = source === frame.current?.contentWindow ? messageIn(data) : undefined
      if (message?.licenceKit === 'key') waiting.current?.resolve(message.key)
      else if (message?.licenceKit === 'failed')
        waiting.current?.reject(new KitFailed(message.code))
      else if (message) setState(message.licenceKit)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])

  useEffect(() => {
    if (state !== 'loading') return undefined
    const limit = setTimeout(() => setState('offline'), KIT_LIMIT)
    return () => clearTimeout(limit)
  }, [state])

  /** Loads the kit, once it is known where it is; without its address there is nothing to load. */
  const load = () => setState('loading')

  /** Orders the text of a key file from the vendor. @throws KitFailed */
  const order = (wanted: KitOrder): Promise<string> =>
    new Promise<string>((resolve, reject) => {
      waiting.current = { resolve, reject }
      setTimeout(() => reject(new KitFailed(27)), KIT_LIMIT)
      // The frame has an origin that nobody can name.
      frame.current?.contentWindow?.postMessage(wanted, '*')
    })

  return {
    state,
    load,
    order,
    frame: isSet && (state === 'loading' || state === 'ready') && (
      <iframe ref={frame} src="/lintel/licence-kit" title={title} hidden sandbox="allow-scripts" />
    ),
  }
}
