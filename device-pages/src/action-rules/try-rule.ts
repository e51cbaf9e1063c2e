import { runActionRule } from '@lintel/contract/calls/action-rules'
import type { ActionLogEntry } from '@lintel/contract/calls/action-rules'
import { isLost } from '@lintel/contract/fault'
import { useEffect, useRef, useState } from 'react'
import { device } from '../app/device.ts'
import { POLL_INTERVAL, TRY_TIMEOUT } from '../app/timing.ts'
import { readLog } from './read.ts'

/** How the run of a rule by hand went. */
export type Attempt =
  | { status: 'running' | 'unknown' }
  | { status: 'fault'; fault: unknown }
  | { status: 'ended'; entry: ActionLogEntry }

/** Entries of the log that are read: others may come in between. */
const RECENT = 100

const recent = async (rule: string, signal: AbortSignal): Promise<ActionLogEntry[]> => {
  const request = { limit: RECENT, sort: 'at', descending: true }
  const { items } = await readLog(request, signal)
  return items.filter(({ ruleId, topic }) => ruleId === rule && topic === '')
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, POLL_INTERVAL)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Runs a rule once, and waits until the log says how it ended. When the response to the run is lost, only
 * the log can tell whether it has run.
 * @throws DeviceFault if it could not be started
 */
async function tryRule(rule: string, signal: AbortSignal): Promise<Attempt> {
  const known = new Set((await recent(rule, signal)).map(({ id }) => id))
  const lost = await device.call(runActionRule, { id: rule }, { signal }).then(
    () => undefined,
    (fault: unknown) => {
      if (!isLost(fault)) throw fault
      return fault
    },
  )
  const until = performance.now() + TRY_TIMEOUT
  for (let first = true; performance.now() < until; first = false) {
    if (!first) await pause(signal)
    if (signal.aborted) break
    // While the device doesn't answer there may still be an end to read later.
    const entries = await recent(rule, signal).catch(() => [])
    const entry = entries.find(({ id, result }) => !known.has(id) && result !== 'started')
    if (entry) return { status: 'ended', entry }
  }
  if (lost !== undefined) throw lost
  return { status: 'unknown' }
}

/** Runs rules by hand, and keeps how each of them went. */
export function useAttempts(after: () => Promise<void>) {
  const [attempts, setAttempts] = useState<ReadonlyMap<string, Attempt>>(new Map())
  const left = useRef<AbortController>(undefined)
  useEffect(() => {
    const leaving = new AbortController()
    left.current = leaving
    return () => leaving.abort()
  }, [])
  const set = (rule: string, attempt: Attempt) =>
    setAttempts((all) => new Map([...all, [rule, attempt]]))

  async function run(rule: string): Promise<void> {
    if (attempts.get(rule)?.status === 'running') return
    set(rule, { status: 'running' })
    const { signal } = left.current ?? new AbortController()
    const attempt = await tryRule(rule, signal).catch((fault: unknown): Attempt => ({
      status: 'fault',
      fault,
    }))
    if (signal.aborted) return
    set(rule, attempt)
    await after()
  }

  return { attempts, run: (rule: string) => void run(rule) }
}
