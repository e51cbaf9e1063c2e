import { keyOfDevice } from '@lintel/contract/site'

/** The key in the browser's storage, for this tab, of the steps that an unfinished set-up has left, by commas. */
export const SETUP_LEFT_KEY = keyOfDevice('lintel.setupLeft')
