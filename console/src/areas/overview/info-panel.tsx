import { Card, Facts } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed, Loading } from '@lintel/ui/loading'
import { useParameters } from '../../app/queries.ts'
import { brand } from '../../app/start/brand.ts'
import { useStore } from '../../app/store.ts'
import { factsFrom } from './device-facts.ts'
import styles from './info-panel.module.css'
import { manualOf } from './manuals.ts'

/** What this device is and where it is reached. A §2 Overview. */
export function InfoPanel() {
  const text = useText()
  const { data, error, refetch } = useParameters()
  const product = useStore(brand)
  const manual = manualOf(product)
  const facts = data && factsFrom(data.values)
  const unknown = <span className="muted">{text('overview.unknown')}</span>

  return (
    <Card title={text('overview.device')}>
      <Facts
        items={[
          { term: text('overview.product'), value: product?.ProdFullName ?? unknown },
          ...(facts
            ? [
                {
                  term: text('overview.serial'),
                  field: 'serial',
                  value: facts.serialNumber ?? unknown,
                  mono: true,
                },
                {
                  term: text('overview.ipv4'),
                  field: 'ipv4',
                  value: facts.ipv4Address ?? unknown,
                  mono: true,
                },
              ]
            : []),
          ...(facts?.supportsIPv6
            ? [
                {
                  term: text('overview.ipv6'),
                  field: 'ipv6',
                  value: <Addresses list={facts.ipv6Addresses} />,
                  mono: true,
                },
              ]
            : []),
          ...(facts
            ? [
                {
                  term: text('overview.firmware'),
                  field: 'firmware',
                  value: facts.firmwareVersion ?? unknown,
                  mono: true,
                },
              ]
            : []),
          {
            term: text('overview.webApp'),
            field: 'webApp',
            value: WEB_APP_VERSION,
            mono: true,
          },
          ...(manual === undefined
            ? []
            : [
                {
                  term: text('overview.documentation'),
                  value: (
                    <a href={manual} target="_blank" rel="noreferrer">
                      {text('overview.manual')}
                    </a>
                  ),
                },
              ]),
        ]}
      />
      {!data && (
        <div className={styles['rest']}>
          {error ? <LoadFailed fault={error} onRetry={() => void refetch()} /> : <Loading />}
        </div>
      )}
    </Card>
  )
}

function Addresses({ list }: { list: string[] }) {
  const text = useText()
  if (list.length === 0) return <span className="muted">{text('overview.none')}</span>
  return (
    <ul className={styles['addresses']}>
      {list.map((address) => (
        <li key={address}>{address}</li>
      ))}
    </ul>
  )
}
