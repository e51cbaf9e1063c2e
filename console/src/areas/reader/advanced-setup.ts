/** Whether the pages of the reader have the forms for data and keys of cards. B §2, OPEN-92. */
import { useStore } from '@lintel/ui/store'
import { browserSwitch } from '../../app/browser-switch.ts'

const { store, set } = browserSwitch('EncryptedCards')

export const useAdvancedSetup = (): boolean => useStore(store)
export const setAdvancedSetup = set
