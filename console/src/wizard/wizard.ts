import { updateParameters } from '@lintel/contract/calls/parameters'
import { systemReady } from '@lintel/contract/calls/system'
import { setDate, setTimeZone } from '@lintel/contract/calls/time'
import { rootPasswordSet } from '@lintel/contract/calls/users'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { imageSource } from '@lintel/contract/parameters/camera'
import { yesNo } from '@lintel/contract/parameters/codec'
import { parameterRecord } from '@lintel/contract/parameters/record'
import { createStore } from '../app/store.ts'
import type { Store } from '../app/store.ts'
import { ADDRESS_SETTLES, READY_RETRY, READY_TIMEOUT, TIME_SETTLES } from '../app/timing.ts'
import { pageAt } from '../app/trial/move.ts'
import type { Move } from '../app/trial/move.ts'
import { addressToTry, applyNetwork, doubtAbout } from '../network/apply.ts'
import { claimRoot, signInAsRoot } from './claim.ts'
import { dateFields, sourceParameters } from '../time/source.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import type { Frequency, TimeValues } from './draft.ts'
import { initial, reduce } from './machine.ts'
import type { Task, WizardEvent, WizardState } from './machine.ts'
import { readClock, readNetwork, readProduct, readTime } from './readings.ts'

/** What the wizard needs from its environment. */
export interface Surroundings {
  client: Client
  /** Resolves after this many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  /** Monotonic milliseconds. */
  monotonic: () => number
  /** Resolves when the page is visible: at once, or when its tab is shown again. */
  seen: () => Promise<void>
  /** The browser's time zone. */
  zone: () => string
  /** Opens the console in place of the wizard. */
  reload: () => void
  /** The address of this page. */
  here: () => URL
  /** Opens another page in place of the wizard. */
  goTo: (url: string) => void
}

/** A person's actions. While a call is running, a further press does nothing. */
export interface Wizard {
  /** Access to the device, for parts of pages that make their own calls. */
  readonly client: Client
  state: Store<WizardState>
  /** Reads what the current page needs, at the start and after a failure. */
  load: () => Promise<void>
  claim: (password: string) => Promise<void>
  storeFrequency: (frequency: Frequency) => Promise<void>
  keepNetwork: (values: NetworkValues) => Promise<void>
  /** Reads the device's time again; after a failure the clock keeps running. */
  resyncClock: () => Promise<void>
  /** Returns to the previous page; typed values are kept. */
  previous: (values?: TimeValues) => void
  finish: (values: TimeValues) => Promise<void>
  /** Continues with the failed step. */
  tryAgain: () => Promise<void>
  /** Answers the prompt for root's password and continues with what it interrupted. */
  signInAgain: (password: string) => Promise<void>
  /** Postpones the prompt; the next press brings it back. */
  putOff: () => void
  /** The initial values of the manual fields, so that they don't count as typed. */
  prefill: (date: string, time: string) => void
}

const isSignedOut = (fault: unknown): fault is DeviceFault =>
  fault instanceof DeviceFault && fault.kind === 'signedOut'

const SENSOR = parameterRecord(imageSource, {
  frequency: 'root.ImageSource.I0.Sensor.PowerLineFrequency',
})

/** The wizard's effects: each press becomes calls, each answer an event of the machine. */
export function createWizard({
  client,
  wait,
  monotonic,
  seen,
  zone,
  reload,
  here,
  goTo,
}: Surroundings): Wizard {
  const state = createStore<WizardState>(initial)
  const tell = (event: WizardEvent) => state.set(reduce(state.get(), event))
  /** Passwords with an unknown outcome; they live as long as the page. */
  const tried: string[] = []
  /** Where the network settings have led. */
  let move: Move | undefined
  /** The rest of the press that is running, or that an ended session interrupted. */
  let left: () => Promise<void> = read

  /**
   * Runs one press at a time. For an ended session the password is requested first.
   * @throws DeviceFault when its own call failed; the page stays
   */
  async function press(work: () => Promise<void>): Promise<void> {
    if (state.get().busy) return
    tell({ type: 'began' })
    left = work
    try {
      await work()
    } catch (fault) {
      if (!isSignedOut(fault) || state.get().page === 'password') throw fault
      tell({ type: 'signedOut', fault })
    } finally {
      tell({ type: 'ended' })
    }
  }

  /** Moves to the next page and reads what it shows; from here on only the reading is left. */
  async function turn(event: WizardEvent): Promise<void> {
    tell(event)
    left = read
    await read()
  }

  /** Reads what the current page shows, once. The page itself reports a failure. */
  async function read(): Promise<void> {
    try {
      await readPage()
    } catch (fault) {
      if (!(fault instanceof DeviceFault) || isSignedOut(fault)) throw fault
      tell({ type: 'failed', fault })
    }
  }

  async function readPage(): Promise<void> {
    const { stage, page, networkReading, timeReading } = state.get()
    if (stage === 'starting') {
      const [set, product] = await Promise.all([
        client.call(rootPasswordSet, {}),
        readProduct(client),
      ])
      tell({ type: 'opened', product })
      if (set) tell({ type: 'taken' })
    } else if (page === 'network' && !networkReading) {
      tell({ type: 'networkRead', reading: await readNetwork(client) })
    } else if (page === 'time' && !timeReading) {
      tell({ type: 'timeRead', reading: await readTime(client, zone(), monotonic) })
    }
  }

  const perform: Record<Task, (time: TimeValues, network: NetworkValues) => Promise<unknown>> = {
    time: (time) => client.call(updateParameters, sourceParameters(time)),
    zone: (time) => client.call(setTimeZone, { timeZone: time.zone }),
    date: (time) => client.call(setDate, dateFields(time)),
    settle: () => wait(TIME_SETTLES),
    refresh: async () => tell({ type: 'clockRead', clock: await readClock(client, monotonic) }),
    async network(_, network) {
      const { networkReading } = state.get()
      if (networkReading) move = await applyNetwork(client, network, networkReading, here())
    },
  }

  /**
   * Runs the remaining steps of finishing. Every step can be repeated, so a lost answer does no
   * harm.
   */
  async function runTasks(): Promise<void> {
    left = runTasks
    for (;;) {
      const { run, time, network } = state.get()
      if (!run || !time || !network) return
      const task = run.tasks[run.done]
      if (!task) break
      tell({ type: 'taskBegun' })
      try {
        await perform[task](time, network)
      } catch (fault) {
        if (!(fault instanceof DeviceFault)) throw fault
        const named = task === 'time' && time.automatic && time.source === 'named'
        if (named && fault.kind === 'refused') {
          tell({ type: 'serverRefused' })
          return
        }
        tell({ type: 'taskFailed', fault })
        if (isSignedOut(fault)) throw fault
        void watch()
        return
      }
      tell({ type: 'taskDone' })
    }
    tell({ type: 'finished', move })
    if (!move) return reload()
    // A trial answers once the device is there; without one it is still on its way.
    if (move.seconds === undefined) await wait(ADDRESS_SETTLES)
    goTo(pageAt(move))
    if (move.seconds !== undefined) void waitForReturn(move.seconds)
  }

  /** Nobody opened the other address, and this page is still here: the device comes back to it. */
  async function waitForReturn(seconds: number): Promise<void> {
    await wait(seconds * 1000)
    while (!(await isReady())) await wait(READY_RETRY)
    reload()
  }

  async function isReady(): Promise<boolean> {
    await seen()
    const limit = { timeoutMs: READY_TIMEOUT + READY_RETRY }
    const answer = await client
      .call(systemReady, { timeout: READY_TIMEOUT / 1000 }, limit)
      .catch(() => undefined)
    return yesNo.decode(answer?.systemready)
  }

  /** Checks whether an unreachable device is back, until it is or nobody waits any more. */
  async function watch(): Promise<void> {
    while (state.get().run?.gone) {
      if (await isReady()) tell({ type: 'deviceBack' })
      else await wait(READY_RETRY)
    }
  }

  async function answer(password: string): Promise<void> {
    if (await signInAsRoot(client, password)) {
      tell({ type: 'asked' })
    } else if (await client.call(rootPasswordSet, {})) {
      tell({ type: 'wrongPassword' })
    } else {
      // It was reset to factory defaults in the meantime: there is nobody to sign in as.
      tell({ type: 'finished', move: undefined })
      reload()
    }
  }

  /**
   * An address that the device can't have is refused; one that the host lacks needs a second press.
   */
  async function keepNetwork(values: NetworkValues): Promise<void> {
    const { networkReading, doubt } = state.get()
    const address = networkReading && addressToTry(values, networkReading)
    const known = doubt?.kind === 'elsewhere' && doubt.address === address
    const asks = address !== undefined && !known
    const found = asks ? await doubtAbout(client, address) : undefined
    if (found) tell({ type: 'doubted', values, doubt: found })
    else await turn({ type: 'networkKept', values })
  }

  return {
    client,
    state,
    load: () => press(read),
    claim: (password) =>
      press(async () => {
        const outcome = await claimRoot(client, password, tried)
        if (outcome === 'taken') tell({ type: 'taken' })
        else await turn({ type: 'claimed' })
      }),
    storeFrequency: (frequency) =>
      press(async () => {
        tell({ type: 'frequencyChosen', frequency })
        await client.call(updateParameters, SENSOR.write({ frequency }))
        await turn({ type: 'frequencyStored' })
      }),
    keepNetwork: (values) => press(() => keepNetwork(values)),
    previous(values) {
      if (state.get().busy) return
      if (values) tell({ type: 'timeKept', values })
      tell({ type: 'previous' })
    },
    finish: (values) =>
      press(async () => {
        tell({ type: 'timeKept', values })
        tell({ type: 'finishing' })
        await runTasks()
      }),
    tryAgain: () => press(runTasks),
    async signInAgain(password) {
      const rest = left
      try {
        await press(() => answer(password))
      } finally {
        left = rest
      }
      if (state.get().signedOut) return
      try {
        await press(rest)
      } catch (fault) {
        if (!(fault instanceof DeviceFault)) throw fault
        tell({ type: 'failed', fault })
      }
    },
    putOff: () => tell({ type: 'asked' }),
    prefill: (date, time) => tell({ type: 'prefilled', date, time }),
    async resyncClock() {
      const clock = await readClock(client, monotonic).catch(() => undefined)
      if (clock) tell({ type: 'clockRead', clock })
    },
  }
}
