import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed, Loading } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { TabLinks } from '@lintel/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOpen } from '../../app/routing/page-table.ts'
import { usePages } from '../../app/routing/pages-context.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { DiscoverabilityForm } from './discoverability-form.tsx'
import { Information } from './information.tsx'
import { Ipv4Form } from './ipv4-form.tsx'
import { Ipv6Form } from './ipv6-form.tsx'
import { networkQuery } from './queries.ts'

const TABS = [
  { path: '/network', words: 'network.tab.ipv4', Form: Ipv4Form },
  { path: '/network/ipv6', words: 'network.tab.ipv6', Form: Ipv6Form },
  {
    path: '/network/discoverability',
    words: 'network.tab.discoverability',
    Form: DiscoverabilityForm,
  },
] as const

/** The address and the name servers. A §2 Network settings. */
export const Ipv4Page = () => <NetworkPage tab="/network" />

/** IPv6, on devices that know it. A §2 Network settings. */
export const Ipv6Page = () => <NetworkPage tab="/network/ipv6" />

/** What the device is called, and how it is found. A §2 Network settings. */
export const DiscoverabilityPage = () => <NetworkPage tab="/network/discoverability" />

function NetworkPage({ tab }: { tab: (typeof TABS)[number]['path'] }) {
  const text = useText()
  const { data, error, refetch } = useQuery(networkQuery)
  const [informing, setInforming] = useState(false)
  const viewpoint = useViewpoint()
  const pages = usePages()
  const open = new Set(pages.filter((row) => isOpen(row, viewpoint)).map(({ path }) => path))
  const Form = TABS.find(({ path }) => path === tab)?.Form ?? Ipv4Form
  return (
    <>
      <PageHead
        title={text('pages.network')}
        note={text('network.note')}
        actions={
          <Button onClick={() => setInforming(true)}>{text('network.information.view')}</Button>
        }
      />
      <TabLinks
        label={text('pages.network')}
        items={TABS.filter(({ path }) => open.has(path)).map(({ path, words }) => ({
          href: `#${path}`,
          label: text(words),
          current: path === tab,
        }))}
      />
      {data ? (
        <Form settings={data} />
      ) : error ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <Information open={informing} onClose={() => setInforming(false)} />
    </>
  )
}
