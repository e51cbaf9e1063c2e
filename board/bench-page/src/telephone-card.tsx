import { answerCall, endCall } from '@lintel/contract/bench'
import type { BenchState } from '@lintel/contract/bench'
import type { CallAtFront } from '@lintel/contract/wire'
import { Button } from '@lintel/ui/button'
import { Chip } from '@lintel/ui/chip'
import { formatElapsed } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useContext, useEffect, useState } from 'react'
import { DeviceCard } from './bench-card.tsx'
import { DeviceState } from './blocked.ts'
import { callStateOf } from './call-state.ts'
import { useCommand } from './command.ts'
import lists from './faults-card.module.css'
import { Level } from './level.tsx'
import { Microphone } from './microphone.tsx'
import styles from './telephone-card.module.css'

const SECOND = 1_000

interface TelephoneProps extends Pick<
  BenchState,
  'calls' | 'microphone' | 'hasMicrophone' | 'loudspeaker'
> {
  /** Milliseconds that the device's clock is ahead of this computer's. */
  offset: number
  keypad: boolean
}

/** The calls that are going on, as people in front of the device notice them. */
export function TelephoneCard(props: TelephoneProps) {
  const { calls, microphone, hasMicrophone, loudspeaker, offset, keypad } = props
  const text = useText()
  const running = useContext(DeviceState) === 'running'
  const now = useSeconds() + offset
  const state = callStateOf(calls)
  const talking = calls.some((call) => call.state === 'active')
  return (
    <DeviceCard
      name="phone"
      title={text('bench.phone')}
      note={hasMicrophone || loudspeaker ? text('bench.phone.note') : undefined}
      brief={
        state && (
          <Chip status={state === 'ringing' ? 'warn' : 'ok'}>
            {text(`bench.phone.state.${state}`)}
          </Chip>
        )
      }
    >
      {calls.length === 0 ? (
        <p className={lists['none']}>{text('bench.phone.none')}</p>
      ) : (
        <ul className={styles['calls']}>
          {calls.map((call) => (
            <Call
              key={call.callId}
              call={call}
              now={now}
              hears={loudspeaker}
              speaks={hasMicrophone}
            />
          ))}
        </ul>
      )}
      {talking && keypad && <p className={styles['hint']}>{text('bench.phone.keys')}</p>}
      {/* Nobody speaks to a device that has stopped, whatever comes after it. */}
      {hasMicrophone && <Microphone key={running ? 'on' : 'off'} kind={microphone} />}
    </DeviceCard>
  )
}

/** The time in milliseconds, second by second. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** `hears` and `speaks`: whether the device has a loudspeaker and a microphone. */
function Call(props: { call: CallAtFront; now: number; hears: boolean; speaks: boolean }) {
  const { call, now, hears, speaks } = props
  const { callId, direction, state, remote, account, codec, encrypted, since } = call
  const text = useText()
  const language = useLanguage()
  const [answer, answering] = useCommand(answerCall)
  const [end, ending] = useCommand(endCall)
  const ringing = state === 'ringing'
  const elapsed = formatElapsed(language, Math.max(0, now - since) / SECOND)
  const facts = [
    text(`bench.phone.${direction}`),
    account,
    codec,
    ...(encrypted ? [text('bench.phone.encrypted')] : []),
  ]
  return (
    <li>
      <div className={styles['call']}>
        <div className={styles['who']}>
          <b>{remote}</b>
          <small>{facts.filter((fact) => fact !== '').join(' · ')}</small>
        </div>
        <span className={styles['state']}>
          {text(`bench.phone.state.${state}`)} <span className="mono">{elapsed}</span>
        </span>
        <div className={styles['buttons']}>
          {ringing && (
            <Button
              kind="primary"
              disabled={answering || ending}
              aria-label={text('bench.phone.answerOne', { remote })}
              onClick={() => void answer({ callId })}
            >
              {text('bench.phone.answer')}
            </Button>
          )}
          <Button
            kind="danger"
            disabled={ending}
            aria-label={text(ringing ? 'bench.phone.declineOne' : 'bench.phone.endOne', { remote })}
            onClick={() => void end({ callId })}
          >
            {text(ringing ? 'bench.phone.decline' : 'bench.phone.end')}
          </Button>
        </div>
      </div>
      {state === 'active' && (
        <>
          {hears && <Level label={text('bench.phone.heard')} decibels={call.heard} />}
          {speaks && <Level label={text('bench.phone.spoken')} decibels={call.spoken} />}
        </>
      )}
    </li>
  )
}
