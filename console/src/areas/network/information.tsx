import { Facts } from '@lintel/ui/card'
import { Copyable } from '@lintel/ui/copy'
import { Dialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { orNone } from '../../network/fields.tsx'
import styles from './network.module.css'
import { networkQuery } from './queries.ts'
import type { NetworkSettings } from './settings.ts'

/** The dialog with the names and addresses in use. A §2 Network settings. */
export function Information({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog open={open} title={text('network.information')} onClose={onClose}>
      <Content />
    </Dialog>
  )
}

function Content() {
  const text = useText()
  const network = useQuery(networkQuery)
  return (
    <QueryView query={network}>
      {(settings) => (
        <>
          <Notice status="warn" title={text('network.information.warning')}>
            {text('network.information.warning.next')}
          </Notice>
          <div className={styles['information']}>
            <Values settings={settings} />
          </div>
        </>
      )}
    </QueryView>
  )
}

function Values({ settings }: { settings: NetworkSettings }) {
  const text = useText()
  const { ipv4, ipv6, discovery } = settings
  const { address, domainName, router, subnetMask } = ipv4
  const items = [
    { term: text('network.hostName'), value: discovery.hostName, mono: true },
    { term: text('ui.friendlyName'), value: discovery.friendlyName, mono: false },
    { term: text('ui.ipv4Address'), value: address, mono: true },
    { term: text('network.ipv4.domain'), value: domainName, mono: true },
    { term: text('network.ipv4.router'), value: router, mono: true },
    { term: text('network.ipv4.mask'), value: subnetMask, mono: true },
    ...(ipv6
      ? [{ term: text('ui.ipv6Addresses'), value: ipv6.addresses.join('\n'), mono: true }]
      : []),
  ]
  return <Facts items={items.map((item) => copyable(orNone(text, item), item.value))} />
}

/** A fact with a button that copies its value, unless it has none. */
const copyable = <F extends { term: string }>(fact: F, value: string) =>
  value === '' ? fact : { ...fact, value: <Copyable term={fact.term} value={value} /> }
