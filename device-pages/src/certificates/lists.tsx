import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useCertificateName } from '@lintel/ui/certificate-name'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { FileBadge } from 'lucide-react'
import styles from './certificates.module.css'
import type { CertificateDetails } from './certificate.ts'
import { shortName, useDay, useKeyName, Uses } from './format.tsx'

interface ListsProps {
  certificates: readonly CertificateDetails[]
  onOpen: (id: string) => void
}

/** The certificates with keys, and the CA certificates. */
export function Lists({ certificates, onOpen }: ListsProps) {
  return (
    <>
      {(['own', 'authority'] as const).map((kind) => (
        <List
          key={kind}
          kind={kind}
          certificates={certificates.filter((one) => one.kind === kind)}
          onOpen={onOpen}
        />
      ))}
    </>
  )
}

function List({ kind, certificates, onOpen }: ListsProps & { kind: CertificateDetails['kind'] }) {
  const text = useText()
  const title = text(`certificates.${kind}`)
  const nameOf = useCertificateName()
  const columns = columnsOf({ text, nameOf, day: useDay(), keyName: useKeyName(), onOpen })
  const list = useLocalList(
    { rows: certificates },
    { columns, filterBy: ({ id, subject = '' }) => `${nameOf(id)} ${subject}` },
  )
  return (
    <Card title={title} note={text(`certificates.${kind}.note`)}>
      <Table
        caption={title}
        columns={columns}
        list={list}
        empty={text('certificates.empty')}
        icon={FileBadge}
        filterLabel={text('certificates.filter')}
      />
    </Card>
  )
}

interface ColumnParts extends Pick<ListsProps, 'onOpen'> {
  text: ReturnType<typeof useText>
  nameOf: ReturnType<typeof useCertificateName>
  day: ReturnType<typeof useDay>
  keyName: ReturnType<typeof useKeyName>
}

function columnsOf(parts: ColumnParts): Column<CertificateDetails>[] {
  const { text, nameOf, day, keyName, onOpen } = parts
  const until = (validTo: string) => (
    <>
      {day(validTo)}{' '}
      {Date.parse(validTo) < Date.now() && (
        <Chip status="crit">{text('certificates.expired')}</Chip>
      )}
    </>
  )
  const issuerOf = ({ issuer = '', selfSigned }: CertificateDetails) =>
    selfSigned ? text('certificates.itself') : shortName(issuer)
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: ({ id }) => nameOf(id),
      cell: ({ id, subject, validTo }) => (
        <div className={styles['name']}>
          {nameOf(id)}
          {subject !== undefined && <small>{shortName(subject)}</small>}
          {validTo !== undefined && (
            <div className={styles['until']}>
              {text('certificates.validTo')} {until(validTo)}
            </div>
          )}
        </div>
      ),
    },
    {
      id: 'issuer',
      head: text('certificates.issuer'),
      wideOnly: true,
      sortBy: issuerOf,
      cell: issuerOf,
    },
    {
      id: 'validTo',
      head: text('certificates.validTo'),
      wideOnly: true,
      sortBy: ({ validTo }) => (validTo === undefined ? 0 : Date.parse(validTo)),
      cell: ({ validTo }) => validTo !== undefined && until(validTo),
    },
    { id: 'key', head: text('certificates.key'), wideOnly: true, cell: keyName },
    {
      id: 'uses',
      head: text('certificates.uses'),
      wideOnly: true,
      cell: ({ usedBy, sipAccounts = [] }) => <Uses usedBy={usedBy} sipAccounts={sipAccounts} />,
    },
    {
      id: 'open',
      head: text('certificates.details'),
      headHidden: true,
      end: true,
      cell: ({ id }) => (
        <Button
          aria-label={text('certificates.detailsOf', { id: nameOf(id) })}
          onClick={() => onOpen(id)}
        >
          {text('certificates.details')}
        </Button>
      ),
    },
  ]
}
