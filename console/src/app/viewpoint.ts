import { useMemo } from 'react'
import type { Viewpoint } from './conditions.ts'
import { useParameterValues } from './queries.ts'
import { me } from './session/me.ts'
import { brand } from './start/brand.ts'
import { useStore } from './store.ts'

/** Whose eyes the console is seen with, and on which device; it follows both. */
export function useViewpoint(): Viewpoint {
  const user = useStore(me)
  const product = useStore(brand)
  const parameters = useParameterValues()
  return useMemo(
    () => ({ groups: user?.groups ?? [], parameters, brand: product }),
    [user, parameters, product],
  )
}
