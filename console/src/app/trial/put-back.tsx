import { dismissTrial, getTrial } from '@lintel/contract/calls/trial'
import { Button } from '@lintel/ui/button'
import { formatInstant } from '@lintel/ui/dates'
import { useFaultText } from '@lintel/ui/fault-text'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { offsetAt } from '../clock/device-clock.ts'
import { device } from '../device.ts'
import { deviceHas } from '../firmware.ts'
import { timeQuery } from '../queries.ts'
import { role } from '../session/me.ts'
import { useStore } from '@lintel/ui/store'
import { confirmed, trialQuery } from './trial-state.ts'

/**
 * Tells administrators that the device reverted its address or web server settings, until one of
 * them dismisses it. Also reports that a change has just been confirmed.
 */
export function PutBack() {
  const text = useText()
  const language = useLanguage()
  const faultText = useFaultText()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...trialQuery,
    enabled: role() === 'admin' && deviceHas(getTrial),
  })
  const { data: time } = useQuery({ ...timeQuery, enabled: data?.state === 'reverted' })
  const dismiss = useMutation({
    mutationFn: () => device.call(dismissTrial, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: trialQuery.queryKey }),
  })
  const isConfirmed = useStore(confirmed)
  useEffect(() => {
    if (!isConfirmed) return
    confirmed.set(false)
    showToast({ status: 'ok', text: text('shell.confirmed') })
  }, [isConfirmed, text])
  if (data?.state !== 'reverted') return null
  const { why } = data
  const utc = Date.parse(data.at)
  const at = formatInstant(language, utc + (time ? offsetAt(time, utc) : 0) * 60_000)
  return (
    <Notice
      status="warn"
      title={
        data.kind === 'address'
          ? text('shell.putBack', { from: data.from, to: data.to, at })
          : text('shell.putBack.security', { at })
      }
      action={
        <Button busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {text('shell.putBack.dismiss')}
        </Button>
      }
    >
      {text(data.kind === 'address' ? `shell.putBack.${why}` : `shell.putBack.security.${why}`)}{' '}
      {dismiss.isError && faultText(dismiss.error)}
    </Notice>
  )
}
