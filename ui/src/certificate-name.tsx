import { OWN_CERTIFICATE } from '@lintel/contract/own-certificate'
import { useText } from './i18n.tsx'

/** Returns a function from a certificate's id to its name; that of the device's own is translated. */
export function useCertificateName(): (id: string) => string {
  const text = useText()
  return (id) => (id === OWN_CERTIFICATE ? text('ui.deviceCertificate') : id)
}
