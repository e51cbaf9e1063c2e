import { anyUnsaved } from '@lintel/ui/unsaved'
import { useEffect } from 'react'
import { connection } from '../device.ts'

/**
 * Reloads the page once the device is back, if a part of the console could not be loaded: browsers
 * remember a failed module. A page with unsaved changes is not reloaded.
 */
export function useReloadWhenBack(failed: boolean): void {
  useEffect(() => {
    if (!failed) return undefined
    connection.lost()
    return connection.returns.subscribe(() => {
      if (!anyUnsaved()) location.reload()
    })
  }, [failed])
}
