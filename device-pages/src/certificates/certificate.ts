import type { CertificateDetails as OwnDetails } from '@lintel/contract/calls/certificates'

/** A certificate, with what its device reports of it. */
export type CertificateDetails = Pick<OwnDetails, 'id' | 'kind' | 'usedBy'> &
  Partial<OwnDetails> & {
    /** Length of the key, where the device does not name its type. */
    bits?: number
  }

/** Whether anything uses it: then it can't be deleted. */
export const isInUse = ({ usedBy, sipAccounts = [] }: CertificateDetails): boolean =>
  usedBy.length + sipAccounts.length > 0
