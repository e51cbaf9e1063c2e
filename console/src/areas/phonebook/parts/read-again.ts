import { queryClient } from '../../../app/query-client.ts'
import { PHONEBOOK_SETTLES } from '../../../app/timing.ts'
import { AREA } from '../lists.ts'

/** Reads the lists again once the device has settled after a save. B §4, B §9. */
export function readListsLater(): void {
  setTimeout(() => void queryClient.invalidateQueries({ queryKey: [AREA] }), PHONEBOOK_SETTLES)
}
