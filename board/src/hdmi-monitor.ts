import type { FromDevice, ToDevice } from '@lintel/contract/wire'

/** The camera's pictures on the HDMI output of the device, while somebody looks at it. */
export interface HdmiMonitor {
  /** Calls back with each picture (JPEG). Returns what ends it. */
  watch(fn: (jpeg: Buffer) => void): () => void
  receive(message: Extract<FromDevice, { type: 'hdmiPicture' }>): void
  /** A device has started, which sends nothing yet. */
  started(): void
}

/** @param send sends a message to the device, if it runs */
export function createHdmiMonitor(send: (message: ToDevice) => void): HdmiMonitor {
  const watchers = new Set<(jpeg: Buffer) => void>()
  return {
    watch(fn) {
      watchers.add(fn)
      if (watchers.size === 1) send({ type: 'watchHdmi', on: true })
      return () => {
        if (watchers.delete(fn) && watchers.size === 0) send({ type: 'watchHdmi', on: false })
      }
    },
    receive({ jpeg }) {
      if (watchers.size === 0) return
      const picture = Buffer.from(jpeg, 'base64')
      for (const fn of Array.from(watchers)) fn(picture)
    },
    started() {
      if (watchers.size > 0) send({ type: 'watchHdmi', on: true })
    },
  }
}
