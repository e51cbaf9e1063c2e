import type { Page, PageRequest } from '@lintel/contract/collection'
import { isLost } from '@lintel/contract/fault'
import { saveFile } from '@lintel/ui/save-file'
import { queryClient } from '../query-client.ts'
import type { PagedSource } from './paged-list.ts'

/** A log on the device, for `LogPage`. */
export interface DeviceLog<T> {
  source: PagedSource<T>
  /**
   * Downloads what the filter finds as CSV.
   * @throws DeviceFault
   */
  download: (filter: string) => Promise<void>
  /**
   * Deletes all entries of the past.
   * @throws DeviceFault
   */
  clear: () => Promise<void>
}

interface LogCalls<T> {
  /** The area of its events. */
  area: string
  read: (request: PageRequest, options: { signal?: AbortSignal }) => Promise<Page<T>>
  /** The CSV file. */
  csv: (request: { filter?: string }) => Promise<Uint8Array>
  fileName: string
  clear: () => Promise<unknown>
  /** Whether only entries are left that clearing keeps; none by default. */
  isCleared?: (page: Page<T>) => boolean
}

const isEmpty = ({ total }: { total: number }) => total === 0

/** A log that is read by pages, downloaded and cleared by these calls. */
export function deviceLog<T>(calls: LogCalls<T>): DeviceLog<T> {
  const { area, read, csv, fileName, clear, isCleared = isEmpty } = calls

  /** False while the device can't be asked. */
  async function wasCleared(): Promise<boolean> {
    try {
      return isCleared(await read({}, {}))
    } catch {
      return false
    }
  }

  return {
    source: { key: [area, 'log'], read: (request, signal) => read(request, { signal }) },
    async download(filter) {
      const words = filter.trim()
      saveFile(await csv(words === '' ? {} : { filter: words }), 'text/csv', fileName)
    },
    async clear() {
      try {
        await clear()
      } catch (fault) {
        // After a lost answer the log itself knows.
        if (!isLost(fault) || !(await wasCleared())) throw fault
      } finally {
        await queryClient.invalidateQueries({ queryKey: [area] })
      }
    },
  }
}
