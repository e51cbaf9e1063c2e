import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import { Table } from '@lintel/ui/table'
import type { Column } from '@lintel/ui/table'
import styles from './certificates.module.css'
import type { CertificateDetails } from './read.ts'
import { shortName, useDay, Uses } from './words-of.tsx'

interface ListsProps {
  certificates: readonly CertificateDetails[]
  onOpen: (id: string) => void
}

/** The certificates with keys, and those of authorities. */
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
  return (
    <Card title={title} note={text(`certificates.${kind}.note`)}>
      <Table
        caption={title}
        columns={columnsOf(text, useDay(), onOpen)}
        rows={certificates}
        rowKey={({ id }) => id}
        empty={text(`certificates.${kind}.empty`)}
      />
    </Card>
  )
}

function columnsOf(
  text: ReturnType<typeof useText>,
  day: ReturnType<typeof useDay>,
  onOpen: ListsProps['onOpen'],
): Column<CertificateDetails>[] {
  const until = (validTo: string) => (
    <>
      {day(validTo)}{' '}
      {Date.parse(validTo) < Date.now() && (
        <Chip status="crit">{text('certificates.expired')}</Chip>
      )}
    </>
  )
  return [
    {
      id: 'name',
      head: text('certificates.name'),
      cell: ({ id, subject, validTo }) => (
        <div className={styles['name']}>
          {id}
          <small>{shortName(subject)}</small>
          <div className={styles['until']}>
            {text('certificates.validTo')} {until(validTo)}
          </div>
        </div>
      ),
    },
    {
      id: 'issuer',
      head: text('certificates.issuer'),
      wideOnly: true,
      cell: ({ issuer, selfSigned }) =>
        selfSigned ? text('certificates.itself') : shortName(issuer),
    },
    {
      id: 'validTo',
      head: text('certificates.validTo'),
      wideOnly: true,
      cell: ({ validTo }) => until(validTo),
    },
    { id: 'key', head: text('certificates.key'), wideOnly: true, cell: ({ key }) => key },
    {
      id: 'uses',
      head: text('certificates.uses'),
      wideOnly: true,
      cell: ({ usedBy }) => <Uses usedBy={usedBy} />,
    },
    {
      id: 'open',
      head: <span className="sr-only">{text('certificates.details')}</span>,
      end: true,
      cell: ({ id }) => (
        <Button aria-label={text('certificates.detailsOf', { id })} onClick={() => onOpen(id)}>
          {text('certificates.details')}
        </Button>
      ),
    },
  ]
}
