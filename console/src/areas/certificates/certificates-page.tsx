import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { Framed } from '../../app/framed/framed.tsx'

/** The device's own certificates page, without its page head. B §2 Certificates page. */
const PAGE = '/admin/certificates.shtml?aca=yes'

/** The device's certificates, on the device's page. B §2. */
export function CertificatesPage() {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.certificates')} note={text('certificates.note')} />
      <Framed src={PAGE} title={text('pages.certificates')} views />
    </>
  )
}
