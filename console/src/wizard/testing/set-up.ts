import type { LanguageCode } from '@lintel/contract/languages'
import type { Left } from '../machine.ts'
import { createWizard } from '../wizard.ts'
import type { Wizard } from '../wizard.ts'
import { fakeDevice } from './fake-device.ts'
import type { FakeDevice } from './fake-device.ts'

/** A limit that no wizard test reaches: a wait that repeats beyond it would do so for ever. */
const MOST_WAITS = 1000

export const PASSWORD = 'Door2468!'

export interface SetUp {
  device: FakeDevice
  wizard: Wizard
  /** The requested waits; `hold` makes them last until `pass` is called. */
  waits: number[]
  hold: () => void
  pass: () => void
  reloads: () => number
  /** The browser's. */
  language: LanguageCode
  /** Where the browser navigated. */
  went: string[]
  /** Where a reload has interrupted it. */
  left: Left | undefined
}

/** A wizard for a device that is not set up, in a browser in that zone. */
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
      device.requests.push(`wait ${milliseconds}`)
      if (held) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    whenVisible: () => Promise.resolve(),
    monotonic: () => 1000,
    language: () => all.language,
    zone: () => zone,
    prepare: () => {},
    resume: () => all.left,
    reload: () => {
      reloads += 1
    },
    here: () => new URL('http://192.168.0.90:8080/webapp/hw/'),
    goTo: (url) => void went.push(url),
  })
  const all: SetUp = {
    device,
    wizard,
    waits,
    language: 'en',
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
    left: undefined,
  }
  return all
}

/** Advances to the network page. */
export async function toNetwork({ wizard }: SetUp): Promise<void> {
  await wizard.load()
  await wizard.claim(PASSWORD)
  if (wizard.state.get().page === 'frequency') await wizard.storeFrequency('50Hz')
}

/** Advances to the time page with the network unchanged. */
export async function toTime(all: SetUp): Promise<void> {
  await toNetwork(all)
  const { network } = all.wizard.state.get()
  if (!network) throw new Error('the network page was not read')
  await all.wizard.chooseNetwork(network)
}
