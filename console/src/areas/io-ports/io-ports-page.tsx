import type { ParameterList } from '@lintel/contract/calls/parameters'
import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
<<<<<<< HEAD
=======
import { TabLinks } from '@lintel/ui/tabs'
import { useCallback } from 'react'
>>>>>>> b4aca0c (Give tables sorting, a filter, keyboard selection and virtual rows)
import { hasRelays } from '../../app/conditions.ts'
import { useParameters } from '../../app/queries.ts'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { useViewpoint } from '../../app/viewpoint.ts'
import { PortTable } from './port-table.tsx'
import { portsIn } from './ports.ts'

/** The ports whose direction can be changed; without tabs, all of them. A §2 (IO-01, OPEN-45). */
export const IoPortsPage = () => <PortsPage relays={false} />

/** The ports that are relays for good. A §2 (IO-02). */
export const RelaysPage = () => <PortsPage relays />

function PortsPage({ relays }: { relays: boolean }) {
  const text = useText()
  const withRelays = hasRelays(useViewpoint()) === true
<<<<<<< HEAD
  const { data, error, refetch } = useParameters()
  return (
    <>
      <PageHead title={text('pages.ioPorts')} note={text('ioPorts.note')} />
      <PageTabs />
      {data ? (
        <Card>
          <PortTable
            ports={portsIn(data.values).filter(
              ({ configurable }) => !withRelays || configurable !== relays,
            )}
            relays={relays}
          />
        </Card>
      ) : error ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
=======
  const parameters = useParameters()
  const relays = tab === '/ioPorts/relays'
  const portsOf = useCallback(
    ({ values }: ParameterList) =>
      portsIn(values).filter(({ configurable }) => !withRelays || configurable !== relays),
    [withRelays, relays],
  )
  return (
    <>
      <PageHead title={text('pages.ioPorts')} note={text('ioPorts.note')} />
      {withRelays && (
        <TabLinks
          label={text('pages.ioPorts')}
          items={TABS.map(({ path, words }) => ({
            href: `#${path}`,
            label: text(words),
            current: path === tab,
          }))}
        />
      )}
      <Card>
        <PortTable key={tab} parameters={parameters} portsOf={portsOf} relays={relays} />
      </Card>
>>>>>>> b4aca0c (Give tables sorting, a filter, keyboard selection and virtual rows)
    </>
  )
}
