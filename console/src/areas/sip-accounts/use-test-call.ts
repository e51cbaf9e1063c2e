import { getCallStatus, startCall, terminateCall } from '@lintel/contract/calls/sip-calls'
import type { CallStatusRecord } from '@lintel/contract/calls/sip-calls'
import { TOPICS } from '@lintel/contract/events'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useCallback, useEffect, useRef, useState } from 'react'
import { device } from '../../app/device.ts'
import { onEvents } from '../../app/events/live.ts'
import { CALL_POLL } from '../../app/timing.ts'

/** The last test call. */
export interface TestCallState {
  phase: 'IDLE' | 'CALLING' | 'ACTIVE'
  /** While a call goes on, and afterwards. */
  callId?: string
  /** How it failed: what the device says of it, or the call of the device that failed. */
  failed?: { status?: CallStatusRecord; fault?: unknown }
  /** The other side has ended a call that worked. */
  over?: boolean
}

interface TestCall extends TestCallState {
  start: (to: string, account: string) => Promise<void>
  stop: () => void
}

const isGoingOn = ({ CallState }: CallStatusRecord) =>
  CallState === 'Calling' || CallState === 'Active'

/** Ends a call; one that is over already is left alone. */
const hangUp = (CallId: string) =>
  device.call(terminateCall, { CallId }, { keepalive: true }).catch(() => undefined)

/** A test call, which ends with the page. B §4. */
export function useTestCall(): TestCall {
  const text = useText()
  const [state, setState] = useState<TestCallState>({ phase: 'IDLE' })
  /** Counts the starts; one of an earlier page or after a stop is not ours any more. */
  const turn = useRef(0)
  const { phase, callId } = state
  const ongoing = phase === 'IDLE' ? undefined : callId

  const fail = useCallback(
    (failed: NonNullable<TestCallState['failed']>, id?: string) => {
      setState({ phase: 'IDLE', failed, ...(id === undefined ? {} : { callId: id }) })
      showToast({ status: 'critical', text: text('sip.CallFailed') })
    },
    [text],
  )

  const start = useCallback(
    async (to: string, account: string) => {
      turn.current += 1
      const own = turn.current
      try {
        const { CallId } = await device.call(startCall, { To: to, SIPAccountId: account })
        if (turn.current === own) {
          setState({ phase: 'CALLING', callId: CallId })
          showToast({ status: 'warning', text: text('sip.CallOngoing') })
        } else {
          void hangUp(CallId)
        }
      } catch (fault) {
        if (turn.current === own) fail({ fault })
      }
    },
    [fail, text],
  )

  const stop = useCallback(() => {
    if (ongoing === undefined) return
    void hangUp(ongoing)
    setState({ phase: 'IDLE', callId: ongoing })
  }, [ongoing])

  // While the device calls, its state is polled. B §4.
  useEffect(() => {
    if (phase !== 'CALLING' || callId === undefined) return undefined
    const ended = new AbortController()
    const { signal } = ended
    let timer: ReturnType<typeof setTimeout>
    const later = (id: string) => {
      timer = setTimeout(() => void poll(id), CALL_POLL)
    }
    async function poll(id: string): Promise<void> {
      try {
        const { CallStatus: status } = await device.call(getCallStatus, { CallId: id }, { signal })
        if (signal.aborted) return
        if (status.CallState === 'Calling') later(id)
        else if (status.CallState === 'Active') {
          setState({ phase: 'ACTIVE', callId: id })
          showToast({ status: 'ok', text: text('sip.CallSucceeded') })
        } else fail({ status }, id)
      } catch (fault) {
        if (signal.aborted) return
        // It may still ring.
        void hangUp(id)
        fail({ fault }, id)
      }
    }
    later(callId)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [phase, callId, fail, text])

  // A call that works is over when the other side hangs up.
  useEffect(() => {
    if (phase !== 'ACTIVE' || callId === undefined) return undefined
    let left = false
    const stopEvents = onEvents([TOPICS.callStateChange], (data) => {
      if (data['CallId'] === callId) void look(callId)
    })
    async function look(id: string): Promise<void> {
      const answer = await device.call(getCallStatus, { CallId: id }).catch(() => undefined)
      if (left || !answer || isGoingOn(answer.CallStatus)) return
      setState({ phase: 'IDLE', callId: id, over: true })
    }
    return () => {
      left = true
      stopEvents()
    }
  }, [phase, callId])

  // Leaving the page, and closing it, ends the call. B §4.
  const latest = useRef(ongoing)
  useEffect(() => {
    latest.current = ongoing
  })
  useEffect(() => {
    function leave() {
      turn.current += 1
      if (latest.current !== undefined) void hangUp(latest.current)
      latest.current = undefined
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  return { ...state, start, stop }
}
