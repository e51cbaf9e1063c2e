import { calibrateSpeakerTest, performSpeakerTest } from '@lintel/contract/calls/audio'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { speakerQuery } from '../../app/speaker.ts'
import { wait } from '../../app/wait.ts'
import { mayRun, runOf, runSpeaker } from './speaker-run.ts'
import type { Outcome, Report, SpeakerRun } from './speaker-run.ts'

const CALLS = { calibrate: calibrateSpeakerTest, test: performSpeakerTest } as const

const read = () => queryClient.fetchQuery({ ...speakerQuery, staleTime: 0 })

interface SpeakerRuns {
  /** The run that is waited for. */
  running: SpeakerRun | undefined
  /** How the last one ended that was waited for. */
  outcome: Outcome | undefined
  /** Starts a run if it may be started; while one is going on, waits for that one. */
  start: (run: SpeakerRun) => void
}

/**
 * The runs of the speaker test, on the page that shows their report. One that is going on already,
 * because somebody else started it or the page was loaded anew, is waited for too (EXPECT-37).
 */
export function useSpeakerRun(report: Report): SpeakerRuns {
  const { SpeakerTestStatus: status } = report
  const busy = useRef(false)
  const left = useRef(false)
  const [running, setRunning] = useState<SpeakerRun>()
  const [outcome, setOutcome] = useState<Outcome>()

  async function start(wanted: SpeakerRun): Promise<void> {
    const joins = status === 'Pending'
    if (busy.current || !(joins || mayRun(wanted, status, false))) return
    const run = joins ? runOf(report) : wanted
    busy.current = true
    setRunning(run)
    const ended = await runSpeaker(run, {
      before: report,
      ...(!joins && { start: () => device.call(CALLS[run], {}) }),
      read,
      wait,
      isLeft: () => left.current,
    })
    // A refusal says why; the report may have changed with it.
    if (ended && 'fault' in ended) await read().catch(() => undefined)
    busy.current = false
    setOutcome(ended)
    setRunning(undefined)
  }

  const join = useEffectEvent(() => void start(runOf(report)))
  useEffect(() => {
    if (status === 'Pending') join()
  }, [status])
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  return { running, outcome, start: (run) => void start(run) }
}
