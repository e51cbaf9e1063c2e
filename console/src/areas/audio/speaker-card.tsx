import { Button } from '@lintel/ui/button'
import { Card, Facts } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { Progress } from '@lintel/ui/progress'
import type { MessageId } from '@lintel/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useInstant } from '../../app/clock/use-instant.ts'
import { speakerQuery } from '../../app/speaker.ts'
import styles from './audio.module.css'
import { isOver, mayRun } from './speaker-run.ts'
import type { Outcome, Report, SpeakerRun } from './speaker-run.ts'
import { useSpeakerRun } from './use-speaker-run.ts'

const RUNS: readonly SpeakerRun[] = ['calibrate', 'test']

/** Calibrates and tests the speaker; nothing on devices that can't. B §4 Speaker. */
export function SpeakerCard() {
  const text = useText()
  const { data: report, error, refetch } = useQuery(speakerQuery)
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
  const { running, outcome, start } = useSpeakerRun(report)
  const { SpeakerTestStatus: status, TestTimestamp, CalibrationTimestamp } = report
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
          <Result report={report} outcome={outcome} onRetry={start} />
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
            onClick={() => start(run)}
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

const ERROR: Message = { status: 'crit', title: 'audio.unknownError' }

/** Without `Failed`, and without states that only other firmware has: the list is open (VAPIX). */
const MESSAGES: Readonly<Partial<Record<Report['SpeakerTestStatus'], Message>>> = {
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
  InternalError: ERROR,
}

/** What a report says. One that failed without a calibration is that of a calibration. */
const messageOf = ({ SpeakerTestStatus, CalibrationTimestamp }: Report, run?: SpeakerRun) =>
  SpeakerTestStatus === 'Failed'
    ? FAILED[run ?? (CalibrationTimestamp === '' ? 'calibrate' : 'test')]
    : (MESSAGES[SpeakerTestStatus] ?? ERROR)

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
  const { SpeakerTestStatus: now } = report
  if (outcome && 'timedOut' in outcome && !isOver(outcome.run, now, outcome.joined)) {
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
