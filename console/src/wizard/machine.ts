import { isLost } from '@lintel/contract/fault'
import type { DeviceFault } from '@lintel/contract/fault'
import type { DeviceTime } from '../app/clock/device-clock.ts'
import type { Move } from '../app/trial/move.ts'
import type { AddressDoubt } from '../network/apply.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import type { NetworkReading } from '../network/reading.ts'
import type { Frequency, TimeValues } from './draft.ts'
import type { Product, TimeReading } from './readings.ts'

export type Page = 'password' | 'frequency' | 'network' | 'time' | 'finish'

/** The steps of finishing, in order; `date` only with manual time. A §2. */
export type Task = 'time' | 'zone' | 'date' | 'settle' | 'refresh' | 'network'

export interface Run {
  tasks: readonly Task[]
  /** The number of completed steps. */
  done: number
  /** How the next one failed. */
  fault: DeviceFault | undefined
  /** The device did not answer, and has not been reached since. */
  gone: boolean
}

export interface WizardState {
  /** `starting` until the product is known, `taken` when somebody else set the root password. */
  stage: 'starting' | 'asking' | 'taken' | 'done'
  product: Product | undefined
  page: Page
  /** A call is running: buttons wait. */
  busy: boolean
  /**
   * Why the page could not be read, why what a sign-in interrupted failed, or why the outcome of a
   * new password is unknown.
   */
  fault: DeviceFault | undefined
  /** The session has ended: root's password is required to continue. */
  signedOut: boolean
  /** The password just entered was not root's. */
  wrongPassword: boolean
  /** root's password: `unsure` when it is unknown whether the device has stored a new one. */
  root: 'unset' | 'set' | 'unsure'
  frequency: Frequency
  storedFrequency: Frequency
  networkReading: NetworkReading | undefined
  network: NetworkValues | undefined
  /** The check of the address just chosen. */
  doubt: AddressDoubt | undefined
  timeReading: TimeReading | undefined
  time: TimeValues | undefined
  /** The device refused the time server; shown at its field (TIME-13). */
  serverRefused: boolean
  run: Run | undefined
  /** Where the console is now, if not here. */
  move: Move | undefined
}

/** What a reload keeps: where somebody was, and what is stored already or at the end. No secrets. */
export interface Left {
  page: Page
  frequency: Frequency
  network: NetworkValues | undefined
}

export type WizardEvent =
  | { type: 'began' }
  | { type: 'ended' }
  | { type: 'failed'; fault: DeviceFault }
  | { type: 'signedOut'; fault: DeviceFault }
  | { type: 'wrongPassword' }
  /** The password prompt is closed: answered, or postponed. */
  | { type: 'signInClosed' }
  | { type: 'opened'; product: Product }
  | { type: 'taken' }
  /** After a reload. */
  | ({ type: 'resumed' } & Left)
  | { type: 'claimed' }
  | { type: 'passwordUnsure'; fault: DeviceFault }
  | { type: 'frequencyChosen'; frequency: Frequency }
  | { type: 'frequencyStored' }
  | { type: 'networkRead'; reading: NetworkReading }
  | { type: 'doubted'; values: NetworkValues; doubt: AddressDoubt }
  | { type: 'networkTyped'; values: NetworkValues }
  | { type: 'networkChosen'; values: NetworkValues }
  | { type: 'timeRead'; reading: TimeReading }
  | { type: 'clockRead'; clock: DeviceTime }
  | { type: 'prefilled'; date: string; time: string }
  | { type: 'timeChosen'; values: TimeValues }
  | { type: 'previous' }
  | { type: 'finishing' }
  | { type: 'taskBegun' }
  | { type: 'taskDone' }
  | { type: 'taskFailed'; fault: DeviceFault }
  | { type: 'deviceBack' }
  | { type: 'serverRefused' }
  | { type: 'finished'; move: Move | undefined }

export const initial: WizardState = {
  stage: 'starting',
  product: undefined,
  page: 'password',
  busy: false,
  fault: undefined,
  signedOut: false,
  wrongPassword: false,
  root: 'unset',
  frequency: '50Hz',
  storedFrequency: '50Hz',
  networkReading: undefined,
  network: undefined,
  doubt: undefined,
  timeReading: undefined,
  time: undefined,
  serverRefused: false,
  run: undefined,
  move: undefined,
}

/** The pages in order; the power frequency is for door stations only. A §2. */
export function pagesOf(product: Product | undefined): readonly Page[] {
  const pages: Page[] = ['password', 'frequency', 'network', 'time', 'finish']
  return product?.category === 'doorstation' ? pages : pages.filter((page) => page !== 'frequency')
}

/** The steps of finishing with these values. */
function tasksFor({ automatic, zone }: TimeValues): readonly Task[] {
  const tasks: Task[] = ['time', 'zone', 'date', 'settle', 'refresh', 'network']
  return tasks.filter((task) => {
    if (task === 'date') return !automatic
    // A POSIX rule that stays has no name to set.
    return task !== 'zone' || zone !== ''
  })
}

/** Whether leaving now would lose typed values that the page itself does not know. */
export function wouldLose(state: WizardState): boolean {
  if (state.stage !== 'asking') return false
  const { networkReading, network, timeReading, time, frequency, page, run } = state
  return (
    run !== undefined ||
    // A password that was not stored, although its form takes it for saved.
    (page === 'password' && state.fault !== undefined) ||
    frequency !== state.storedFrequency ||
    differs(network, networkReading?.values) ||
    differs(time, timeReading?.values)
  )
}

function differs<T extends object>(values: T | undefined, from: T | undefined): boolean {
  if (!values || !from) return false
  return (Object.keys(from) as (keyof T)[]).some((name) => values[name] !== from[name])
}

function pageAfter(state: WizardState, step: 1 | -1): Page {
  const pages = pagesOf(state.product)
  return pages[pages.indexOf(state.page) + step] ?? state.page
}

/** The next state. Nothing else changes one. */
// oxlint-disable-next-line typescript/consistent-return -- every case returns, and the compiler sees to it
export function reduce(state: WizardState, event: WizardEvent): WizardState {
  const turned = (step: 1 | -1): WizardState => ({
    ...state,
    page: pageAfter(state, step),
    fault: undefined,
  })
  switch (event.type) {
    case 'began':
      return { ...state, busy: true, wrongPassword: false }
    case 'ended':
      return { ...state, busy: false }
    case 'failed':
      return { ...state, fault: event.fault }
    case 'signedOut':
      return { ...state, signedOut: true, fault: event.fault }
    case 'wrongPassword':
      return { ...state, wrongPassword: true }
    case 'signInClosed':
      return { ...state, signedOut: false, wrongPassword: false }
    case 'opened':
      return { ...state, stage: 'asking', fault: undefined, product: event.product }
    case 'taken':
      return { ...state, stage: 'taken' }
    case 'resumed': {
      const { frequency, network } = event
      // What was to be finished begins anew with the last question.
      const page = event.page === 'finish' ? 'time' : event.page
      return { ...state, root: 'set', page, frequency, storedFrequency: frequency, network }
    }
    case 'claimed':
      return { ...turned(1), root: 'set' }
    case 'passwordUnsure':
      return { ...state, root: 'unsure', fault: event.fault }
    case 'frequencyStored':
      return { ...turned(1), storedFrequency: state.frequency }
    case 'frequencyChosen':
      return { ...state, frequency: event.frequency }
    case 'networkRead':
      return {
        ...state,
        fault: undefined,
        networkReading: event.reading,
        network: state.network ?? event.reading.values,
      }
    case 'doubted':
      return { ...state, network: event.values, doubt: event.doubt }
    case 'networkTyped':
      return { ...state, network: event.values, doubt: undefined }
    case 'networkChosen':
      return { ...turned(1), network: event.values, doubt: undefined }
    case 'timeRead':
      return {
        ...state,
        fault: undefined,
        timeReading: event.reading,
        time: state.time ?? event.reading.values,
      }
    case 'clockRead':
      return state.timeReading
        ? { ...state, timeReading: { ...state.timeReading, clock: event.clock } }
        : state
    case 'prefilled': {
      const { timeReading: reading } = state
      const { date, time } = event
      if (!reading) return state
      return { ...state, timeReading: { ...reading, values: { ...reading.values, date, time } } }
    }
    case 'timeChosen':
      return { ...state, time: event.values, serverRefused: false }
    case 'previous':
      return { ...turned(-1), run: undefined }
    case 'finishing':
      return state.time
        ? {
            ...turned(1),
            run: { tasks: tasksFor(state.time), done: 0, fault: undefined, gone: false },
          }
        : state
    case 'taskBegun':
      return withRun(state, (run) => ({ ...run, fault: undefined, gone: false }))
    case 'taskDone':
      return withRun(state, (run) => ({ ...run, done: run.done + 1 }))
    case 'taskFailed':
      return withRun(state, (run) => ({ ...run, fault: event.fault, gone: isLost(event.fault) }))
    case 'deviceBack':
      return withRun(state, (run) => ({ ...run, gone: false }))
    case 'serverRefused':
      return { ...turned(-1), run: undefined, serverRefused: true }
    case 'finished':
      return { ...state, stage: 'done', move: event.move }
  }
}

function withRun(state: WizardState, change: (run: Run) => Run): WizardState {
  return state.run ? { ...state, run: change(state.run) } : state
}
