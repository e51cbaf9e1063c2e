import { updateParameters } from '@lintel/contract/calls/parameters'
import { systemReady } from '@lintel/contract/calls/system'
import { setDate, setTimeZone } from '@lintel/contract/calls/time'
import { DeviceFault } from '@lintel/contract/fault'
import { yesNo } from '@lintel/contract/parameters/codec'
import type { Store } from '@lintel/ui/store'
import { ADDRESS_SETTLES, READY_RETRY, READY_TIMEOUT, TIME_SETTLES } from '../app/timing.ts'
import { pageAt } from '../app/trial/move.ts'
import type { Move } from '../app/trial/move.ts'
import { applyNetwork } from '../network/apply.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import { dateFields, sourceParameters } from '../time/source.ts'
import { isSignedOut } from './claim.ts'
import type { TimeValues } from './draft.ts'
import type { Environment } from './environment.ts'
import type { Task, WizardEvent, WizardState } from './machine.ts'
import { readClock } from './readings.ts'

/**
 * The end of the wizard: stores the chosen settings step by step, and opens the console.
 * @returns a function that runs the remaining steps. Each can be repeated, so a lost answer does no
 * harm. It throws a `DeviceFault` when the session has ended; the state has all other faults.
 */
export function createFinish(
  environment: Environment,
  state: Store<WizardState>,
  dispatch: (event: WizardEvent) => void,
): () => Promise<void> {
  const { client, wait, monotonic, whenVisible, prepare, reload, here, goTo } = environment
  /** Where the network settings have led. */
  let move: Move | undefined
  /** Whether an unreachable device is being polled. */
  let watching = false

  const perform: Record<Task, (time: TimeValues, network: NetworkValues) => Promise<unknown>> = {
    time: (time) => client.call(updateParameters, sourceParameters(time)),
    zone: (time) => client.call(setTimeZone, { timeZone: time.zone }),
    date: (time) => client.call(setDate, dateFields(time)),
    settle() {
      prepare()
      return wait(TIME_SETTLES)
    },
    refresh: async () => dispatch({ type: 'clockRead', clock: await readClock(client, monotonic) }),
    async network(_, network) {
      const { networkReading } = state.get()
      if (!networkReading) return
      const { friendlyName: name = '' } = network
      if (name !== '' && name !== networkReading.values.friendlyName) {
        await client.call(updateParameters, {
          'root.Network.Bonjour.FriendlyName': name,
          'root.Network.UPnP.FriendlyName': name,
        })
      }
      move = await applyNetwork(client, network, networkReading, here())
    },
  }

  async function runTasks(): Promise<void> {
    for (;;) {
      const { run, time, network } = state.get()
      if (!run || !time || !network) return
      const task = run.tasks[run.done]
      if (!task) break
      dispatch({ type: 'taskBegun' })
      try {
        await perform[task](time, network)
      } catch (fault) {
        if (!(fault instanceof DeviceFault)) throw fault
        const named = task === 'time' && time.automatic && time.source === 'named'
        if (named && fault.kind === 'refused') {
          dispatch({ type: 'serverRefused' })
          return
        }
        dispatch({ type: 'taskFailed', fault })
        if (isSignedOut(fault)) throw fault
        void watch()
        return
      }
      dispatch({ type: 'taskDone' })
    }
    dispatch({ type: 'finished', move })
    if (!move) return reload()
    // A trial is answered once the device is there; without one it is still moving.
    if (move.seconds === undefined) await wait(ADDRESS_SETTLES)
    goTo(pageAt(move))
    if (move.seconds !== undefined) void waitForReturn(move.seconds)
  }

  /** This page is still open, so nobody opened the other address: the device returns to this one. */
  async function waitForReturn(seconds: number): Promise<void> {
    await wait(seconds * 1000)
    while (!(await isReady())) await wait(READY_RETRY)
    reload()
  }

  async function isReady(): Promise<boolean> {
    await whenVisible()
    const limit = { timeoutMs: READY_TIMEOUT + READY_RETRY }
    const answer = await client
      .call(systemReady, { timeout: READY_TIMEOUT / 1000 }, limit)
      .catch(() => undefined)
    return yesNo.decode(answer?.systemready)
  }

  /** Checks whether an unreachable device is back, until it is or its page is left. */
  async function watch(): Promise<void> {
    if (watching) return
    watching = true
    while (state.get().run?.gone) {
      if (await isReady()) dispatch({ type: 'deviceBack' })
      else await wait(READY_RETRY)
    }
    watching = false
  }

  return runTasks
}
