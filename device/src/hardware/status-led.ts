import type { StatusLight } from '@lintel/contract/shown'
import type { Engine } from '../engines/engine.ts'
import type { Wire } from './wire.ts'

/** The status light of the device: green while it runs, unless somebody has it show something. */
export interface StatusLed extends Engine {
  /**
   * Shows something until the returned function is called. Of several, the latest one is seen.
   */
  show(light: StatusLight): () => void
  start(): void
  stateRestored(): void
}

const RUNNING: StatusLight = { colour: 'green', interval: null }

export function openStatusLed({ wire }: { wire: Pick<Wire, 'send'> }): StatusLed {
  let shown: readonly StatusLight[] = []
  let started = false

  function tell(): void {
    if (started) wire.send({ type: 'statusLight', light: shown.at(-1) ?? RUNNING })
  }

  return {
    show(light) {
      const own = { ...light }
      shown = [...shown, own]
      tell()
      return () => {
        if (!shown.includes(own)) return
        const before = shown.at(-1)
        shown = shown.filter((one) => one !== own)
        if (before === own) tell()
      }
    },
    start() {
      started = true
      tell()
    },
    stateRestored: tell,
  }
}
