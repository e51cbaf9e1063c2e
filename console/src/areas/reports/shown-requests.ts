/** Whether the log shows successful requests. */
import { useStore } from '@lintel/ui/store'
import { browserSwitch } from '../../app/browser-switch.ts'

const { store, set } = browserSwitch('LogRequests')

export const useShownRequests = (): boolean => useStore(store)
export const showRequests = set
