import { anyUnsaved } from '@lintel/ui/unsaved'
import { useEffect } from 'react'
import { connection } from '../device.ts'

/**
 * After a part of the console could not be loaded: loads the page again once the device was gone and
 * answers again, because browsers remember a failed module. It stays where that would lose something
 * unsaved.
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
