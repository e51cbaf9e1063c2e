import { createWizard } from '../wizard.ts'
import type { Wizard } from '../wizard.ts'
import { fakeDevice } from './fake-device.ts'
import type { FakeDevice } from './fake-device.ts'

/** No walk through the wizard waits as often: what waits on would do so for ever, and let no timer end it. */
const MOST_WAITS = 1000

export const PASSWORD = 'Door2468!'

export interface SetUp {
  device: FakeDevice
  wizard: Wizard
  /** The waits that were asked for; `hold` makes them last until `pass` is called. */
  waits: number[]
  hold: () => void
  pass: () => void
  reloads: () => number
  /** Where the browser was sent. */
  went: string[]
}

/** A wizard before a device that nobody has set up, in a browser in that zone. */
export function setUp(zone = 'Europe/Berlin'): SetUp {
  const device = fakeDevice()
  const waits: number[] = []
  let held = false
  let waiting: (() => void)[] = []
  const went: string[] = []
  let reloads = 0
  const wizard = createWizard({
    client: device.client,
    wait: async (milliseconds) => {
      waits.push(milliseconds)
      if (waits.length > MOST_WAITS) throw new Error('the wizard does not stop waiting')
      device.asked.push(`wait ${milliseconds}`)
      if (held) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    seen: () => Promise.resolve(),
    monotonic: () => 1000,
    zone: () => zone,
    reload: () => {
      reloads += 1
    },
    here: () => new URL('http://192.168.0.90:8080/webapp/hw/'),
    goTo: (url) => void went.push(url),
  })
  return {
    device,
    wizard,
    waits,
    hold: () => {
      held = true
    },
    pass: () => {
      const now = waiting
      waiting = []
      for (const resolve of now) resolve()
    },
    reloads: () => reloads,
    went,
  }
}

/** Walks to the network page. */
export async function toNetwork({ wizard }: SetUp): Promise<void> {
  await wizard.load()
  await wizard.claim(PASSWORD)
  if (wizard.state.get().page === 'frequency') await wizard.storeFrequency('50Hz')
}

/** Walks to the time page with the network as it is. */
export async function toTime(all: SetUp): Promise<void> {
  await toNetwork(all)
  const { network } = all.wizard.state.get()
  if (!network) throw new Error('the network page was not read')
  await all.wizard.keepNetwork(network)
}
