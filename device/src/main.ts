/** The device's process, as the board starts it. It lives as long as the wire to the board does. */
import { bootDevice } from './boot.ts'
import { openWire } from './hardware/wire.ts'

const wire = openWire(process)

// A device without power does nothing more, not even in order.
wire.onCut(() => process.exit(0))

wire.on('plugged', ({ plugged }) => {
  const booting = bootDevice(plugged, wire, () => process.exit(0))

  async function stop(): Promise<void> {
    const device = await booting
    await device.shutDown()
    process.exit(0)
  }

  wire.on('stop', () => void stop())
  process.once('SIGTERM', () => void stop())
})

wire.send({ type: 'hello' })
