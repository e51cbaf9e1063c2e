import type { ParameterList } from '@lintel/contract/calls/parameters'
import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useCallback } from 'react'
import { hasRelays } from '../../app/conditions.ts'
import { useParameters } from '../../app/queries.ts'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { useViewpoint } from '../../app/viewpoint.ts'
import { PortTable } from './port-table.tsx'
import { portsIn } from './ports.ts'

/** The ports whose direction can be changed; without tabs, all of them. A §2 (IO-01, OPEN-45). */
export const IoPortsPage = () => <PortsPage relays={false} />

/** The ports with a fixed direction, which are relays. A §2 (IO-02). */
export const RelaysPage = () => <PortsPage relays />

function PortsPage({ relays }: { relays: boolean }) {
  const text = useText()
  const withRelays = hasRelays(useViewpoint()) === true
  const parameters = useParameters()
  const portsOf = useCallback(
    ({ values }: ParameterList) =>
      portsIn(values).filter(({ configurable }) => !withRelays || configurable !== relays),
    [withRelays, relays],
  )
  return (
    <>
      <PageHead title={text('pages.ioPorts')} note={text('ioPorts.note')} />
      <PageTabs />
      <Card>
        <PortTable parameters={parameters} portsOf={portsOf} relays={relays} />
      </Card>
    </>
  )
}
