import { setLanguage } from '@lintel/contract/calls/language'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { rootPasswordSet } from '@lintel/contract/calls/users'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { LANGUAGES } from '@lintel/contract/languages'
import { imageSource } from '@lintel/contract/parameters/camera'
import { parameterRecord } from '@lintel/contract/parameters/record'
import { createStore } from '@lintel/ui/store'
import type { Store } from '@lintel/ui/store'
import { addressToTry, doubtAbout } from '../network/apply.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import { changeRoot, claimRoot, isSignedOut, signInAsRoot } from './claim.ts'
import type { Frequency, TimeValues } from './draft.ts'
import type { Environment } from './environment.ts'
import { createFinish } from './finish.ts'
import { initial, reduce } from './machine.ts'
import type { WizardEvent, WizardState } from './machine.ts'
import { readClock, readNetwork, readProduct, readTime } from './readings.ts'

/** A person's actions. While a call is running, a further press does nothing. */
export interface Wizard {
  /** Access to the device, for parts of pages that make their own calls. */
  readonly client: Client
  state: Store<WizardState>
  /** Reads what the current page needs, at the start and after a failure. */
  load: () => Promise<void>
  /** Sets root's password, or changes it; an empty one keeps the password that is set. */
  claim: (password: string) => Promise<void>
  storeFrequency: (frequency: Frequency) => Promise<void>
  chooseNetwork: (values: NetworkValues) => Promise<void>
  /** Reads the device's time again; after a failure the clock keeps running. */
  resyncClock: () => Promise<void>
  /** Returns to the previous page; what was typed on this one is kept. */
  previous: (
    typed?: { frequency: Frequency } | { network: NetworkValues } | { time: TimeValues },
  ) => void
  finish: (values: TimeValues) => Promise<void>
  /** Continues with the failed step. */
  tryAgain: () => Promise<void>
  /** Answers the prompt for root's password and continues with what it interrupted. */
  signInAgain: (password: string) => Promise<void>
  /** Postpones the prompt; the next press brings it back. */
  postponeSignIn: () => void
  /** The initial values of the manual fields, so that they don't count as typed. */
  prefill: (date: string, time: string) => void
}

const SENSOR = parameterRecord(imageSource, {
  frequency: 'root.ImageSource.I0.Sensor.PowerLineFrequency',
})

/** The wizard's effects: makes the calls of each press, and reports their answers to the machine. */
export function createWizard(environment: Environment): Wizard {
  const { client, language, monotonic, zone, reload, resume } = environment
  const state = createStore<WizardState>(initial)
  const dispatch = (event: WizardEvent) => state.set(reduce(state.get(), event))
  const finish = createFinish(environment, state, dispatch)
  /** Passwords with an unknown outcome; they live as long as the page. */
  const tried: string[] = []
  /** What remains of the press that is running, or that an ended session interrupted. */
  let remaining: () => Promise<void> = read

  /**
   * Runs one press at a time. For an ended session the password is requested first.
   * @throws DeviceFault when its own call failed; the page stays
   */
  async function press(work: () => Promise<void>): Promise<void> {
    if (state.get().busy) return
    dispatch({ type: 'began' })
    remaining = work
    try {
      await work()
    } catch (fault) {
      if (!isSignedOut(fault) || state.get().root === 'unset') throw fault
      dispatch({ type: 'signedOut', fault })
    } finally {
      dispatch({ type: 'ended' })
    }
  }

  /** Moves to the next page and reads what it shows. A failure now only repeats the reading. */
  async function turnPage(event: WizardEvent): Promise<void> {
    dispatch(event)
    remaining = read
    await read()
  }

  /** Reads what the current page shows, once. The page itself reports a failure. */
  async function read(): Promise<void> {
    try {
      await readPage()
    } catch (fault) {
      if (!(fault instanceof DeviceFault) || isSignedOut(fault)) throw fault
      dispatch({ type: 'failed', fault })
    }
  }

  async function readPage(): Promise<void> {
    const { stage, page, networkReading, timeReading } = state.get()
    if (stage === 'starting') {
      const [set, product] = await Promise.all([
        client.call(rootPasswordSet, {}),
        readProduct(client),
      ])
      dispatch({ type: 'opened', product })
      if (!set) return
      const left = resume()
      if (!left) return dispatch({ type: 'taken' })
      dispatch({ type: 'resumed', ...left })
      await readPage()
      return
    }
    // The last page's, too: a reload may have led there.
    if ((page === 'network' || page === 'time') && !networkReading) {
      dispatch({ type: 'networkRead', reading: await readNetwork(client) })
    }
    if (page === 'time' && !timeReading) {
      dispatch({ type: 'timeRead', reading: await readTime(client, zone(), monotonic) })
    }
  }

  /** Runs the remaining steps of finishing. */
  async function runTasks(): Promise<void> {
    remaining = runTasks
    await finish()
  }

  async function answer(password: string): Promise<void> {
    if (await signInAsRoot(client, password)) {
      dispatch({ type: 'signInClosed' })
    } else if (await client.call(rootPasswordSet, {})) {
      dispatch({ type: 'wrongPassword' })
    } else {
      // It was reset to factory defaults in the meantime: there is no account to sign in to.
      dispatch({ type: 'finished', move: undefined })
      reload()
    }
  }

  /** Whether root now has this password. */
  async function claim(password: string): Promise<boolean> {
    const outcome = await claimRoot(client, password, tried)
    if (outcome === 'taken') dispatch({ type: 'taken' })
    else await storeLanguage()
    return outcome === 'claimed'
  }

  /** Whether root now has this password, or keeps the one that it has if this one is empty. */
  async function change(password: string): Promise<boolean> {
    if (password === '') return true
    try {
      await changeRoot(client, password, tried)
      return true
    } catch (fault) {
      const unsure = fault instanceof DeviceFault && !isSignedOut(fault) && tried.length > 0
      if (!unsure) throw fault
      dispatch({ type: 'passwordUnsure', fault })
      return false
    }
  }

  /**
   * The console continues in the language of the wizard, which is the browser's. A new device is in
   * English. It is no reason to stop: the console has a page for it.
   */
  async function storeLanguage(): Promise<void> {
    const wanted = LANGUAGES.find(({ code }) => code === language())
    if (!wanted || wanted.code === 'en') return
    try {
      await client.call(setLanguage, { language: wanted.name.toLowerCase() })
    } catch (fault) {
      if (!(fault instanceof DeviceFault)) throw fault
    }
  }

  /**
   * An address whose ports are taken is refused; one that the host lacks needs a second press.
   */
  async function chooseNetwork(values: NetworkValues): Promise<void> {
    const { networkReading, doubt } = state.get()
    const address = networkReading && addressToTry(values, networkReading)
    const known = doubt?.kind === 'elsewhere' && doubt.address === address
    const asks = address !== undefined && !known
    const found = asks ? await doubtAbout(client, address) : undefined
    if (found) dispatch({ type: 'doubted', values, doubt: found })
    else await turnPage({ type: 'networkChosen', values })
  }

  return {
    client,
    state,
    load: () => press(read),
    claim: (password) =>
      press(async () => {
        const done = state.get().root === 'unset' ? await claim(password) : await change(password)
        if (!done) return
        tried.length = 0
        await turnPage({ type: 'claimed' })
      }),
    storeFrequency: (frequency) =>
      press(async () => {
        dispatch({ type: 'frequencyChosen', frequency })
        await client.call(updateParameters, SENSOR.write({ frequency }))
        await turnPage({ type: 'frequencyStored' })
      }),
    chooseNetwork: (values) => press(() => chooseNetwork(values)),
    previous(typed) {
      if (state.get().busy) return
      if (typed && 'frequency' in typed) dispatch({ type: 'frequencyChosen', ...typed })
      if (typed && 'network' in typed) dispatch({ type: 'networkTyped', values: typed.network })
      if (typed && 'time' in typed) dispatch({ type: 'timeChosen', values: typed.time })
      dispatch({ type: 'previous' })
    },
    finish: (values) =>
      press(async () => {
        dispatch({ type: 'timeChosen', values })
        dispatch({ type: 'finishing' })
        await runTasks()
      }),
    tryAgain: () => press(runTasks),
    async signInAgain(password) {
      const rest = remaining
      try {
        await press(() => answer(password))
      } finally {
        remaining = rest
      }
      if (state.get().signedOut) return
      try {
        await press(rest)
      } catch (fault) {
        if (!(fault instanceof DeviceFault)) throw fault
        dispatch({ type: 'failed', fault })
      }
    },
    postponeSignIn: () => dispatch({ type: 'signInClosed' }),
    prefill: (date, time) => dispatch({ type: 'prefilled', date, time }),
    async resyncClock() {
      const clock = await readClock(client, monotonic).catch(() => undefined)
      if (clock) dispatch({ type: 'clockRead', clock })
    },
  }
}
