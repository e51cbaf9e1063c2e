import { FILE_BYTES_MAX } from '@lintel/contract/calls/certificates'
import type { MessageId } from '@lintel/contract/messages'
import { atSite } from '@lintel/contract/site'
import { Button, LinkButton } from '@lintel/ui/button'
import { Card, Facts } from '@lintel/ui/card'
import { useCertificateName } from '@lintel/ui/certificate-name'
import { useFaultText } from '@lintel/ui/fault-text'
import { FileChoice } from '@lintel/ui/file-choice'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { saveFile } from '@lintel/ui/save-file'
import { showToast } from '@lintel/ui/toast'
import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import styles from './certificates.module.css'
import { isInUse } from './certificate.ts'
import type { CertificateDetails } from './certificate.ts'
import { loadSigned, remove, signingRequest } from './store.ts'
import { useAction } from '../app/use-action.ts'
import { useDay, useKeyName, Uses, WEB_SERVER } from './format.tsx'

/** The console's settings of the web server with this certificate chosen, but not saved. */
const webServerWith = (id: string) =>
  atSite(`/webapp/hw/#/network-security?${new URLSearchParams({ certificate: id }).toString()}`)

interface DetailsProps {
  certificate: CertificateDetails
  /** Reads the certificates again. */
  again: () => Promise<void>
  onClose: () => void
}

/** The details of one certificate, and its actions. */
export function Details({ certificate, again, onClose }: DetailsProps) {
  const text = useText()
  const faultText = useFaultText()
  const action = useAction(again)
  const { id, kind, usedBy } = certificate
  const name = useCertificateName()(id)
  return (
    <>
      {action.failure !== undefined && (
        <Notice status="crit" title={text('ui.notDone')}>
          {faultText(action.failure)}
        </Notice>
      )}
      <Card
        title={name}
        actions={
          <>
            <Button onClick={onClose}>{text('frame.backToLists')}</Button>
            {kind === 'own' && !usedBy.includes(WEB_SERVER) && (
              <LinkButton kind="primary" href={webServerWith(id)} target="_top">
                {text('certificates.useForHttps')}
              </LinkButton>
            )}
          </>
        }
      >
        <Properties certificate={certificate} />
      </Card>
      {kind === 'own' && <Signing id={id} action={action} />}
      <Card
        title={text('certificates.delete')}
        note={text(isInUse(certificate) ? 'certificates.inUse' : 'certificates.delete.note')}
      >
        <ConfirmInPlace
          verb={text('certificates.delete')}
          question={<Text id={`certificates.confirmDelete.${kind}`} values={{ id: name }} />}
          busy={action.busy}
          locked={isInUse(certificate)}
          onConfirm={() =>
            action.run(async () => {
              await remove(id)
              showToast({ status: 'ok', text: text('certificates.deleted', { id: name }) })
              onClose()
            })
          }
        />
      </Card>
    </>
  )
}

function Properties({ certificate }: Pick<DetailsProps, 'certificate'>) {
  const text = useText()
  const day = useDay()
  const key = useKeyName()(certificate)
  const { subject, issuer, selfSigned, names = [], validFrom, validTo } = certificate
  const { fingerprint, chain, usedBy, sipAccounts = [], factory } = certificate
  const facts: { term: MessageId; value: ReactNode; mono?: boolean }[] = [
    { term: 'certificates.subject', value: subject && lines(subject) },
    {
      term: 'certificates.issuer',
      value: selfSigned ? text('certificates.itself') : issuer && lines(issuer),
    },
    { term: 'certificates.names', value: names.length > 0 && lines(names.join('\n')), mono: true },
    { term: 'certificates.validFrom', value: validFrom && day(validFrom) },
    { term: 'certificates.validTo', value: validTo && day(validTo) },
    { term: 'certificates.key', value: key },
    {
      term: 'certificates.chain',
      value: chain !== undefined && text('certificates.chainOf', { count: chain }),
    },
    { term: 'certificates.fingerprint', value: fingerprint && octets(fingerprint), mono: true },
    {
      term: 'certificates.uses',
      value: isInUse(certificate) ? (
        <Uses usedBy={usedBy} sipAccounts={sipAccounts} />
      ) : (
        text('certificates.use.none')
      ),
    },
    { term: 'certificates.origin', value: factory && text('certificates.factory') },
  ]
  return (
    <Facts
      items={facts
        .filter(({ value }) => Boolean(value))
        .map(({ term, ...fact }) => ({ term: text(term), ...fact }))}
    />
  )
}

/** A text with line breaks. */
const lines = (text: string) => <span className={styles['lines']}>{text}</span>

/** A fingerprint that breaks between its octets only. */
const octets = (fingerprint: string) => (
  <span>
    {fingerprint.split(':').map((octet, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the place is all that tells them apart
      <Fragment key={at}>
        {at > 0 && (
          <>
            :<wbr />
          </>
        )}
        {octet}
      </Fragment>
    ))}
  </span>
)

/** The signing request, and the upload of the signed certificate. */
function Signing({ id, action }: { id: string; action: ReturnType<typeof useAction> }) {
  const text = useText()
  const name = useCertificateName()(id)
  const [file, setFile] = useState<File>()
  return (
    <Card title={text('certificates.signing')} note={text('certificates.signing.note')}>
      <div className={`${styles['actions']} ${styles['start']}`}>
        <Button
          disabled={action.busy}
          onClick={() =>
            action.run(async () => {
              saveFile(await signingRequest(id), 'application/x-pem-file', `${id}.csr`)
            })
          }
        >
          {text('certificates.request')}
        </Button>
        <FileChoice
          label={text('certificates.signed')}
          file={file}
          accept=".pem,.crt,.cer,.der"
          largest={FILE_BYTES_MAX}
          disabled={action.busy}
          onChoose={(chosen) => {
            setFile(chosen)
            action.run(async () => {
              await loadSigned(id, chosen)
              setFile(undefined)
              showToast({ status: 'ok', text: text('certificates.taken', { id: name }) })
            })
          }}
        />
      </div>
    </Card>
  )
}
