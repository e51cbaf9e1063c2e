import type { Service } from '../service.ts'
import { csvCalls } from './csv-import.ts'
import { entryCalls } from './entries.ts'
import { exportCalls } from './export-book.ts'
import { imageCalls } from './images.ts'
import { importCalls } from './import-book.ts'
import { listCalls } from './lists.ts'

/** The phonebook of door stations. Source: specification B §7; device-api.md #32. */
export const phonebookService: Service = (device) => {
  const unsubscribe = device.phonebook.subscribe((ids) => {
    device.events.changed('phonebook', ids)
  })
  return {
    calls: [
      ...entryCalls(device),
      ...listCalls(device),
      ...imageCalls(device),
      ...importCalls(device),
      ...exportCalls(device),
      ...csvCalls(device),
    ],
    close: unsubscribe,
  }
}
