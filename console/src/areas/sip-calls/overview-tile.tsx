import { getCallLog } from '@lintel/contract/calls/call-log'
import type { LoggedCall } from '@lintel/contract/calls/call-log'
import type { CallStatusRecord } from '@lintel/contract/calls/sip-calls'
import { TOPICS } from '@lintel/contract/events'
import { Button } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { Phone, PhoneIncoming, PhoneOff, PhoneOutgoing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useInstant } from '../../app/clock/use-instant.ts'
import { onEvents } from '../../app/events/live.ts'
import { useReachable } from '../../app/events/use-reachable.ts'
import { deviceHas } from '../../app/firmware.ts'
import { queryClient } from '../../app/query-client.ts'
import { role } from '../../app/session/me.ts'
import { shownAddress } from '../../app/sip-address.ts'
import type { TileProps } from '../overview/tiles/filled.ts'
import { TileEmpty } from '../overview/tiles/tile-empty.tsx'
import { TileView } from '../overview/tiles/tile-view.tsx'
import styles from '../overview/tiles/tile.module.css'
import { endOf } from './call-end.ts'
import { hangUp, latestCallsQuery, ongoingQuery, SHOWN } from './ongoing.ts'

/** The calls in progress, which can be ended here, and how the latest ones ended. */
export function CallsTile({ note }: TileProps) {
  const text = useText()
  const ongoing = useQuery(ongoingQuery)
  const hasLog = role() === 'admin' && deviceHas(getCallLog)
  const latest = useQuery({ ...latestCallsQuery, enabled: hasLog })
  useEffect(
    () =>
      onEvents([TOPICS.callStateChange, TOPICS.callState], () => {
        void queryClient.invalidateQueries({ queryKey: ongoingQuery.queryKey })
      }),
    [],
  )
  const log = hasLog ? latest.data : []
  const { error, refetch } = ongoing.data ? latest : ongoing
  const data = ongoing.data &&
    log && { calls: ongoing.data, past: log.filter(({ outcome }) => outcome !== 'ongoing') }
  const isFilled = data && data.calls.length + data.past.length > 0
  useEffect(() => {
    if (isFilled !== undefined) note(isFilled)
  }, [isFilled, note])
  return (
    <TileView query={{ data, error, refetch }} shape="list">
      {({ calls, past: ended }) =>
        calls.length + ended.length === 0 ? (
          <TileEmpty icon={Phone}>
            {text(hasLog ? 'tiles.calls.none' : 'tiles.calls.noneNow')}
          </TileEmpty>
        ) : (
          <ul className={styles['rows']}>
            {calls.map((call) => (
              <Ongoing key={call.CallId} call={call} contacts={contactsOf(call, log)} />
            ))}
            {ended.slice(0, Math.max(1, SHOWN - calls.length)).map((call) => (
              <Past key={call.id} call={call} />
            ))}
          </ul>
        )
      }
    </TileView>
  )
}

const ICONS = { incoming: PhoneIncoming, outgoing: PhoneOutgoing } as const

/** The names in the phonebook, as the log has them; none for those who may not read it. */
const contactsOf = ({ CallId }: CallStatusRecord, log: readonly LoggedCall[] | undefined) =>
  log?.find(({ callId }) => callId === CallId)?.contacts ?? []

function Ongoing({ call, contacts }: { call: CallStatusRecord; contacts: readonly string[] }) {
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isReachable = useReachable()
  const state = call.CallState === 'Active' ? 'sipCalls.end.ongoing' : 'tiles.calls.ringing'
  const who = contacts.length > 0 ? contacts.join(', ') : shownAddress(call.RemoteURI)

  async function end() {
    setBusy(true)
    setFailure(undefined)
    try {
      await hangUp(call.CallId)
    } catch (fault) {
      setFailure(text('tiles.calls.notEnded', { because: faultText(fault) }))
    }
    setBusy(false)
  }

  return (
    <li>
      <div className={styles['row']}>
        <i className={styles['lamp']} data-on="" aria-hidden="true" />
        <span className={styles['main']}>
          {who}
          <small>{text(state)}</small>
        </span>
        <Button
          kind="danger"
          busy={busy}
          disabled={!isReachable}
          icon={<PhoneOff size={16} aria-hidden="true" />}
          onClick={() => void end()}
        >
          {text('tiles.calls.hangUp')}
        </Button>
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles['failed']}>
          {failure}
        </p>
      )}
    </li>
  )
}

function Past({ call }: { call: LoggedCall }) {
  const text = useText()
  const instant = useInstant()
  const Icon = ICONS[call.direction]
  return (
    <li className={styles['row']}>
      <Icon size={16} aria-label={text(`sipCalls.${call.direction}`)} />
      <span className={styles['main']}>
        {call.contacts.length > 0 ? call.contacts.join(', ') : shownAddress(call.remote)}
        <small>{instant(call.started)}</small>
      </span>
      <span className={`${styles['end']} ${styles['outcome']}`}>{endOf(text, call)}</span>
    </li>
  )
}
