import { dismissTrial, getTrial } from '@lintel/contract/calls/trial'
import { Button } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dateAndTime, offsetAt } from '../clock/device-clock.ts'
import { device } from '../device.ts'
import { deviceHas } from '../firmware.ts'
import { timeQuery } from '../queries.ts'
import { role } from '../session/me.ts'

const trialQuery = queryOptions({
  queryKey: ['trial'],
  queryFn: ({ signal }) => device.call(getTrial, {}, { signal }),
})

/** Says to administrators that the device took its old address back, until one of them has read it. */
export function PutBack() {
  const text = useText()
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
  if (data?.state !== 'reverted') return null
  const { from, to, why } = data
  const utc = Date.parse(data.at)
  const at = dateAndTime(utc, time ? offsetAt(time, utc) : 0)
  return (
    <Notice
      status="warn"
      title={text('shell.putBack', { from, to, at })}
      action={
        <Button busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {text('shell.putBack.dismiss')}
        </Button>
      }
    >
      {text(`shell.putBack.${why}`)} {dismiss.isError && faultText(dismiss.error)}
    </Notice>
  )
}
