/** The device's process, started by the board. It ends when the wire to the board does. */
import { STATE_LOST } from '@lintel/contract/wire'
import type { Plugged } from '@lintel/contract/wire'
import { bootDevice } from './boot.ts'
import type { Booted } from './boot.ts'
import { startClock } from './clock/clock.ts'
import { startHeartbeat } from './hardware/heartbeat.ts'
import { openWire } from './hardware/wire.ts'
import { openLog } from './log.ts'
import { LostState } from './state/lost-state.ts'

const wire = openWire(process)
let device: Booted | undefined

const exit = () => process.exit(0)

/** Shuts down cleanly; a device that is still booting has nothing to clean up. */
async function stop(): Promise<void> {
  await device?.shutDown()
  exit()
}

// Without power there is no clean shutdown, and nothing that could delay the end.
wire.onCut(() => process.kill(process.pid, 'SIGKILL'))

wire.on('plugged', ({ plugged }) => {
  wire.on('stop', () => void stop())
  process.once('SIGTERM', () => void stop())
  void boot(plugged)
})

async function boot(plugged: Plugged): Promise<void> {
  const clock = startClock({
    offset: plugged.clockOffset,
    storeOffset: (offset) => wire.send({ type: 'clock', offset }),
  })
  const log = openLog('info', () => clock.now())
  try {
    device = await bootDevice(plugged, { wire, clock, log, exit })
  } catch (cause) {
    log.error({ err: cause }, 'boot failed')
    process.exit(cause instanceof LostState ? STATE_LOST : 1)
  }
}

wire.send({ type: 'hello' })
startHeartbeat(wire)
