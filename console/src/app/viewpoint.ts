import { roleOf } from '@lintel/contract/access'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isAudio } from './conditions.ts'
import type { Viewpoint } from './conditions.ts'
import { firmware } from './firmware.ts'
import { capabilitiesQuery, useParameterValues } from './queries.ts'
import { me } from './session/me.ts'
import { brand } from './start/brand.ts'
import { useStore } from '@lintel/ui/store'

/** Who uses the console, and on which device; it follows both. */
export function useViewpoint(): Viewpoint {
  const user = useStore(me)
  const product = useStore(brand)
  const parameters = useParameterValues()
  const { lacks } = useStore(firmware)
  const known = useMemo(
    () => ({ groups: user?.groups ?? [], parameters, brand: product, lacks }),
    [user, parameters, product, lacks],
  )
  const { data: capabilities } = useQuery({
    ...capabilitiesQuery,
    enabled: roleOf(known.groups) === 'admin' && !isAudio(known),
  })
  return useMemo(() => ({ ...known, capabilities }), [known, capabilities])
}
