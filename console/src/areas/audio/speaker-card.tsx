import { calibrateSpeakerTest, performSpeakerTest } from '@lintel/contract/calls/audio'
import type { AnswerOf } from '@lintel/contract/call'
import type { getSpeakerTestReport } from '@lintel/contract/calls/audio'
import type { MessageId } from '@lintel/contract/messages'
import { Button } from '@lintel/ui/button'
import { Card, Facts } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { Progress } from '@lintel/ui/progress'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useInstant } from '../../app/clock/use-instant.ts'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { speakerQuery } from '../../app/speaker.ts'
import { SPEAKER_POLL } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import styles from './audio.module.css'
import { isFinal, mayRun, runSpeaker } from './speaker-run.ts'
import type { Outcome, SpeakerRun } from './speaker-run.ts'

type Report = AnswerOf<typeof getSpeakerTestReport>['SpeakerTestReport']

const CALLS = { calibrate: calibrateSpeakerTest, test: performSpeakerTest } as const
const RUNS: readonly SpeakerRun[] = ['calibrate', 'test']

const read = () => queryClient.fetchQuery({ ...speakerQuery, staleTime: 0 })

/** Calibrates and tests the speaker; nothing on devices that can't. B §4 Speaker. */
export function SpeakerCard() {
  const text = useText()
  const {
    data: report,
    error,
    refetch,
  } = useQuery({
    ...speakerQuery,
    // A run of somebody else's; this page's own reads the report itself.
    refetchInterval: ({ state }) =>
      state.data?.SpeakerTestStatus === 'Pending' ? SPEAKER_POLL : false,
  })
  if (report === null) return null
  return (
    <Card title={text('audio.speaker')} note={text('audio.speaker.note')}>
      {report ? (
        <SpeakerTest report={report} />
      ) : (
        <div className={styles['body']}>
          {error ? <LoadFailed fault={error} onRetry={() => void refetch()} /> : <Loading />}
        </div>
      )}
    </Card>
  )
}

function SpeakerTest({ report }: { report: Report }) {
  const text = useText()
  const instant = useInstant('second')
  const busy = useRef(false)
  const [running, setRunning] = useState<SpeakerRun>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { SpeakerTestStatus: status, TestTimestamp, CalibrationTimestamp } = report

  async function start(run: SpeakerRun): Promise<void> {
    if (busy.current || !mayRun(run, status, false)) return
    busy.current = true
    setOutcome(undefined)
    setRunning(run)
    const ended = await runSpeaker(run, {
      start: () => device.call(CALLS[run], {}),
      read: async () => (await read())?.SpeakerTestStatus ?? 'InternalError',
      wait,
    })
    // A refusal says why; the report may have changed with it.
    if ('fault' in ended) await read().catch(() => undefined)
    busy.current = false
    setOutcome(ended)
    setRunning(undefined)
  }

  const when = (time: string) => (time === '' ? text('audio.speaker.never') : instant(time))
  return (
    <>
      <div className={styles['body']}>
        {running ? (
          <Progress
            label={text(`audio.speaker.${running}`)}
            text={text(`audio.speaker.${running}.running`)}
          />
        ) : (
          <Result report={report} outcome={outcome} onRetry={(run) => void start(run)} />
        )}
      </div>
      <Facts
        items={[
          { term: text('audio.speaker.calibratedAt'), value: when(CalibrationTimestamp) },
          { term: text('audio.speaker.testedAt'), value: when(TestTimestamp) },
        ]}
      />
      <div className={styles['actions']}>
        {RUNS.map((run) => (
          <Button
            key={run}
            data-field={run}
            busy={running === run}
            off={running !== run && !mayRun(run, status, running !== undefined)}
            onClick={() => void start(run)}
          >
            {text(`audio.speaker.${run}`)}
          </Button>
        ))}
      </div>
    </>
  )
}

interface Message {
  status: 'info' | 'ok' | 'warn' | 'crit'
  title: MessageId
  next?: MessageId
}

const FAILED = {
  calibrate: {
    status: 'crit',
    title: 'audio.speaker.calibrationFailed',
    next: 'audio.speaker.calibrationFailed.next',
  },
  test: {
    status: 'crit',
    title: 'audio.speaker.testFailed',
    next: 'audio.speaker.testFailed.next',
  },
} as const satisfies Record<SpeakerRun, Message>

const MESSAGES: Readonly<Record<Exclude<Report['SpeakerTestStatus'], 'Failed'>, Message>> = {
  Uncalibrated: {
    status: 'warn',
    title: 'audio.speaker.uncalibrated',
    next: 'audio.speaker.uncalibrated.next',
  },
  Calibrated: {
    status: 'ok',
    title: 'audio.speaker.calibrated',
    next: 'audio.speaker.calibrated.next',
  },
  OK: { status: 'ok', title: 'audio.speaker.ok' },
  DisabledInHardware: {
    status: 'info',
    title: 'audio.speaker.disabled',
    next: 'audio.speaker.disabled.next',
  },
  Pending: { status: 'info', title: 'audio.speaker.pending' },
  InternalError: { status: 'crit', title: 'audio.unknownError' },
}

/** What a report says. One that failed without a calibration is that of a calibration. */
const messageOf = ({ SpeakerTestStatus, CalibrationTimestamp }: Report, run?: SpeakerRun) =>
  SpeakerTestStatus === 'Failed'
    ? FAILED[run ?? (CalibrationTimestamp === '' ? 'calibrate' : 'test')]
    : MESSAGES[SpeakerTestStatus]

/** How the last run of this page ended, or else what the report says. */
function Result(props: {
  report: Report
  outcome: Outcome | undefined
  onRetry: (run: SpeakerRun) => void
}) {
  const { report, outcome, onRetry } = props
  const text = useText()
  const faultText = useFaultText()
  // The result may come later, with an event.
  if (outcome && 'timedOut' in outcome && !isFinal(outcome.run, report.SpeakerTestStatus)) {
    const { run } = outcome
    return (
      <Notice
        status="warn"
        title={text('audio.speaker.timedOut')}
        action={<Button onClick={() => onRetry(run)}>{text('ui.retry')}</Button>}
      >
        {text('audio.speaker.timedOut.next')}
      </Notice>
    )
  }
  if (outcome && 'fault' in outcome) {
    return (
      <Notice status="crit" title={text(FAILED[outcome.run].title)}>
        {faultText(outcome.fault)}
      </Notice>
    )
  }
  const { status, title, next }: Message = messageOf(report, outcome?.run)
  return (
    <Notice status={status} title={text(title)}>
      {next && text(next)}
    </Notice>
  )
}
