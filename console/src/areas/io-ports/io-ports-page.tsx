import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed, Loading } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { TabLinks } from '@lintel/ui/tabs'
import { hasRelays } from '../../app/conditions.ts'
import { useParameters } from '../../app/queries.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { PortTable } from './port-table.tsx'
import { portsIn } from './ports.ts'

const TABS = [
  { path: '/ioPorts', words: 'ioPorts.tab.io' },
  { path: '/ioPorts/relays', words: 'ioPorts.tab.relays' },
] as const

type Tab = (typeof TABS)[number]['path']

/** The ports whose direction can be changed; without tabs, all of them. A §2 (IO-01, OPEN-45). */
export const IoPortsPage = () => <PortsPage tab="/ioPorts" />

/** The ports that are relays for good. A §2 (IO-02). */
export const RelaysPage = () => <PortsPage tab="/ioPorts/relays" />

function PortsPage({ tab }: { tab: Tab }) {
  const text = useText()
  const withRelays = hasRelays(useViewpoint()) === true
  const { data, error, refetch } = useParameters()
  const relays = tab === '/ioPorts/relays'
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
      {data ? (
        <Card>
          <PortTable
            key={tab}
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
    </>
  )
}
