import { useText } from '@lintel/ui/i18n'
import { TabLinks } from '@lintel/ui/tabs'
import { useViewpoint } from '../viewpoint.ts'
import { usePath } from './history.ts'
import { tabsOf } from './page-table.ts'
import { usePages } from './pages-context.ts'
import { hrefTo } from './paths.ts'

/**
 * The tabs of the open page, as the page table has them; nothing where only one is open.
 * @param props.without paths of tabs that the table lets through and the page knows better about
 */
export function PageTabs({ without = [] }: { without?: readonly string[] }) {
  const text = useText()
  const path = usePath()
  const tabs = tabsOf(usePages(), path, useViewpoint()).filter((tab) => !without.includes(tab.path))
  const [first, second] = tabs
  if (!first || !second) return null
  return (
    <TabLinks
      label={text(first.titleId)}
      items={tabs.map((tab) => ({
        href: hrefTo(tab.path),
        label: text(tab.tabId),
        current: tab.path === path,
      }))}
    />
  )
}
