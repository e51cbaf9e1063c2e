import { keyOfDevice } from '@lintel/contract/site'
/** The key in the browser's storage, for this tab, of the job that runs on a disk. */
export const PLAN_KEY = keyOfDevice('lintel.storage')
