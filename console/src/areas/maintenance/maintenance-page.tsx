import { useLanguage, useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useEffect } from 'react'
import type { ComponentType } from 'react'
import { loadCover } from '../../app/restart/overlay.tsx'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { Actions } from './actions.tsx'
import { FirmwareTab } from './firmware-tab.tsx'
import { WatchNotice } from './watch-notice.tsx'

/** Actions on the device as a whole. A §2 Maintenance. */
export const MaintenancePage = () => <Tabbed Content={Actions} />

/** The running firmware, and the upgrade to another. A §2 Maintenance. */
export const FirmwarePage = () => <Tabbed Content={FirmwareTab} />

function Tabbed({ Content }: { Content: ComponentType }) {
  const text = useText()
  const language = useLanguage()
  // A device that restarts can't serve what the overlay shows.
  useEffect(() => void loadCover(language), [language])
  return (
    <>
      <PageHead title={text('pages.maintenance')} note={text('maintenance.note')} />
      <PageTabs />
      <WatchNotice />
      <Content />
    </>
  )
}
