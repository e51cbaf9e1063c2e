import type { Form } from '@lintel/ui/form'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import type { TimeValues } from './draft.ts'
import type { TimeReading } from './readings.ts'

interface ZoneFieldProps {
  form: Form<TimeValues>
  reading: TimeReading
}

/** The time zone. Its list loads when the page is shown, since no other page of the wizard has one. */
export function ZonePart(props: ZoneFieldProps) {
  const [Loaded, setLoaded] = useState<{ field: ComponentType<ZoneFieldProps> }>()
  const [fault, setFault] = useState<unknown>()
  const [attempt, setAttempt] = useState(1)

  useEffect(() => {
    let waits = attempt > 0
    import('./zone-field.tsx').then(
      ({ ZoneField }) => waits && setLoaded({ field: ZoneField }),
      (failed: unknown) => waits && setFault(failed),
    )
    return () => {
      waits = false
    }
  }, [attempt])

  function retry() {
    setFault(undefined)
    setAttempt((count) => count + 1)
  }
  if (fault !== undefined) return <LoadFailed fault={fault} onRetry={retry} />
  return Loaded ? <Loaded.field {...props} /> : <Loading />
}
