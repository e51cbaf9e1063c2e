import { createStore, useStore } from '@lintel/ui/store'
import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { CHANGE_KEY } from './change.ts'

/** Whether a firmware change was started in this browser, and its outcome may still be news. */
export const changePending = createStore(localStorage.getItem(CHANGE_KEY) !== null)

/** Reports the outcome of a firmware change on any page; loads what that takes once there is one. */
export function PendingNews() {
  const pending = useStore(changePending)
  const [news, setNews] = useState<{ Content: ComponentType }>()
  useEffect(() => {
    if (!pending) return
    import('./news.tsx')
      .then(({ FirmwareNews }) => setNews({ Content: FirmwareNews }))
      // The firmware page still shows it.
      .catch(() => undefined)
  }, [pending])
  return news ? <news.Content /> : null
}
