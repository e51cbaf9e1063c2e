import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { DiscoverabilityForm } from './discoverability-form.tsx'
import { Information } from './information.tsx'
import { Ipv4Form } from './ipv4-form.tsx'
import { Ipv6Form } from './ipv6-form.tsx'
import { networkQuery } from './queries.ts'
import type { TabProps } from './tab-props.ts'

/** The address and the name servers. A §2 Network settings. */
export const Ipv4Page = () => <NetworkPage Form={Ipv4Form} />

/** IPv6, on devices that support it. A §2 Network settings. */
export const Ipv6Page = () => <NetworkPage Form={Ipv6Form} />

/** The device's names, and how it is found. A §2 Network settings. */
export const DiscoverabilityPage = () => <NetworkPage Form={DiscoverabilityForm} />

function NetworkPage({ Form }: { Form: ComponentType<TabProps> }) {
  const text = useText()
  const network = useQuery(networkQuery)
  const [informing, setInforming] = useState(false)
  return (
    <>
      <PageHead
        title={text('pages.network')}
        note={text('network.note')}
        actions={
          <Button onClick={() => setInforming(true)}>{text('network.information.view')}</Button>
        }
      />
      <PageTabs />
      <QueryView query={network}>{(settings) => <Form settings={settings} />}</QueryView>
      <Information open={informing} onClose={() => setInforming(false)} />
    </>
  )
}
