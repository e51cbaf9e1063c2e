import { readRunning } from './device-firmware.ts'
import { createFirmwareWatch } from './watch.ts'

/** Follows a firmware change that was started in this browser. */
export const firmwareWatch = createFirmwareWatch({
  storage: localStorage,
  now: () => Date.now(),
  ask: () => readRunning(),
  reload: () => location.reload(),
})
