import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { TabLinks } from '@lintel/ui/tabs'
import type { ComponentType } from 'react'
import { Actions } from './actions.tsx'
import { FirmwareTab } from './firmware-tab.tsx'
import { WatchNotice } from './watch-notice.tsx'

const TABS = [
  { path: '/maintenance', words: 'maintenance.actions' },
  { path: '/maintenance/firmware', words: 'maintenance.upgrade' },
] as const

/** What can be done to the device as a whole. A §2 Maintenance. */
export const MaintenancePage = () => <Tabbed tab="/maintenance" Content={Actions} />

/** The firmware that runs, and the way to another one. A §2 Maintenance. */
export const FirmwarePage = () => <Tabbed tab="/maintenance/firmware" Content={FirmwareTab} />

function Tabbed(props: { tab: (typeof TABS)[number]['path']; Content: ComponentType }) {
  const { tab, Content } = props
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.maintenance')} note={text('maintenance.note')} />
      <TabLinks
        label={text('pages.maintenance')}
        items={TABS.map(({ path, words }) => ({
          href: `#${path}`,
          label: text(words),
          current: path === tab,
        }))}
      />
      <WatchNotice />
      <Content />
    </>
  )
}
