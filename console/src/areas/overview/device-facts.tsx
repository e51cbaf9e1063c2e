import { Facts } from '@lintel/ui/card'
import { Copyable } from '@lintel/ui/copy'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { Skeleton } from '@lintel/ui/skeleton'
import type { ReactNode } from 'react'
import { useParameters } from '../../app/queries.ts'
import { brand } from '../../app/start/brand.ts'
import { useStore } from '@lintel/ui/store'
import { overviewOf } from './device-overview.ts'
import type { DeviceOverview, OverviewSources } from './device-overview.ts'
import styles from './device-facts.module.css'
import { manualOf } from '../../app/manuals.ts'

/** A term with its value. */
export interface Fact {
  term: string
  value: ReactNode
  mono?: boolean
  field?: string
}

/** The device's identity and addresses. A §2 Overview. */
export function DeviceFacts(props: {
  /** The audio devices of the network, including this one. */
  peers?: OverviewSources['peers']
  /** Additions for a kind of product: after its name, and at the end. */
  more?: (overview: DeviceOverview) => { first: readonly Fact[]; last: readonly Fact[] }
}) {
  const text = useText()
  const { data, error, refetch } = useParameters()
  const product = useStore(brand)
  const manual = manualOf(product)
  const overview = overviewOf({
    brand: product,
    parameters: data?.values ?? new Map(),
    webappVersion: WEB_APP_VERSION,
    peers: props.peers,
  })
  const more = props.more?.(overview)
  const unknown = <span className="muted">{text('ui.unknown')}</span>
  const mono = true

  /** Facts from the parameters; left out while they are loading. */
  const reported: Fact[] = [
    copyable({ term: text('overview.serial'), field: 'serial', value: overview.serialNumber }),
    copyable({ term: text('ui.macAddress'), field: 'mac', value: overview.macAddress }),
    copyable({ term: text('ui.ipv4Address'), field: 'ipv4', value: overview.ipv4Address }),
    ...(overview.supportsIPv6
      ? [
          {
            term: text('ui.ipv6Addresses'),
            field: 'ipv6',
            value: <Addresses term={text('ui.ipv6Addresses')} list={overview.ipv6Addresses} />,
            mono,
          },
        ]
      : []),
    { term: text('ui.firmware'), field: 'firmware', value: overview.firmwareVersion, mono },
  ]
  const facts: Fact[] = [
    { term: text('ui.product'), value: overview.productName },
    ...(data ? [...(more?.first ?? []), ...reported] : []),
    { term: text('overview.webApp'), field: 'webApp', value: overview.webappVersion, mono },
    ...(manual === undefined
      ? []
      : [
          {
            term: text('overview.documentation'),
            value: (
              <a href={manual} target="_blank" rel="noreferrer">
                {text('ui.userManual')}
              </a>
            ),
          },
        ]),
    ...(more?.last ?? []),
  ]

  return (
    <div className={styles['facts']} data-fills="">
      <Facts items={facts.map((fact) => ({ ...fact, value: fact.value ?? unknown }))} />
      {!data && (
        <div className={styles['rest']}>
          {error ? (
            <LoadFailed fault={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton shape="facts" rows={4} />
          )}
        </div>
      )}
    </div>
  )
}

/** A fact with a button that copies its value; without one if the device does not report it. */
function copyable(fact: { term: string; field: string; value: string | undefined }): Fact {
  const { term, value } = fact
  return {
    ...fact,
    value: value === undefined ? undefined : <Copyable term={term} value={value} />,
    mono: true,
  }
}

function Addresses({ term, list }: { term: string; list: string[] }) {
  const text = useText()
  if (list.length === 0) return <span className="muted">{text('overview.none')}</span>
  return (
    <ul className={styles['addresses']}>
      {list.map((address) => (
        <li key={address}>
          <Copyable term={list.length > 1 ? address : term} value={address} />
        </li>
      ))}
    </ul>
  )
}
