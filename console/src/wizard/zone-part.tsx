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

/**
 * The time zone, which loads when its page is shown: most of the wizard's other pages don't need a
 * list to type into.
 */
export function ZonePart(props: ZoneFieldProps) {
  const [Loaded, setLoaded] = useState<{ field: ComponentType<ZoneFieldProps> }>()
  const [fault, setFault] = useState<unknown>()

  async function load() {
    setFault(undefined)
    try {
      setLoaded({ field: (await import('./zone-field.tsx')).ZoneField })
    } catch (failed) {
      setFault(failed)
    }
  }
  useEffect(() => {
    void load()
  }, [])

  if (fault !== undefined) return <LoadFailed fault={fault} onRetry={() => void load()} />
  return Loaded ? <Loaded.field {...props} /> : <Loading />
}
