import { CreateForm } from './create-form.tsx'
import { Details } from './details.tsx'
import type { CertificateDetails } from './read.ts'
import { UploadForm } from './upload-form.tsx'

/** The views that replace the lists. */
export type View = { kind: 'create' | 'upload' } | { kind: 'details'; id: string }

interface ViewsProps {
  view: View
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
export function Views({ view, certificates, again, onDetails, onLists }: ViewsProps) {
  if (view.kind === 'details') {
    const shown = certificates.find(({ id }) => id === view.id)
    return shown && <Details key={shown.id} certificate={shown} again={again} onClose={onLists} />
  }
  const Form = view.kind === 'create' ? CreateForm : UploadForm
  return <Form certificates={certificates} again={again} onDone={onDetails} onCancel={onLists} />
}
