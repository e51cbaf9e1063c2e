import { isNotFound } from '@lintel/contract/fault'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'

/** Returns a function that says why a picture could not be read. */
export function usePictureFault(): (fault: unknown) => string {
  const text = useText()
  const faultText = useFaultText()
  // Devices without the call have no page for pictures.
  return (fault) => (isNotFound(fault) ? text('storage.pictures.gone') : faultText(fault))
}
