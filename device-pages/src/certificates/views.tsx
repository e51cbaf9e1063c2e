import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { CreateForm } from './create-form.tsx'
import { Details } from './details.tsx'
import type { CertificateDetails } from './certificate.ts'
import type { View } from './view-name.ts'
import { UploadForm } from './upload-form.tsx'

interface ViewsProps {
  view: View
  /** The device's names and addresses are among them. */
  values: ParameterValues
  certificates: readonly CertificateDetails[]
  /** Reads the certificates again. */
  again: () => Promise<void>
  onDetails: (id: string) => void
  onLists: () => void
}

/**
 * One certificate, or a form for a new one. Loaded after the lists, which are all that most people
 * read.
 */
export function Views({ view, values, certificates, again, onDetails, onLists }: ViewsProps) {
  if (view.kind === 'details') {
    const shown = certificates.find(({ id }) => id === view.id)
    return shown && <Details key={shown.id} certificate={shown} again={again} onClose={onLists} />
  }
  const rest = { certificates, again, onDone: onDetails, onCancel: onLists }
  return view.kind === 'create' ? (
    <CreateForm {...rest} values={values} />
  ) : (
    <UploadForm {...rest} />
  )
}
