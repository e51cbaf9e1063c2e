import { useText } from '@lintel/ui/i18n'
import { TabLinks } from '@lintel/ui/tabs'
import { useViewpoint } from '../viewpoint.ts'
import { usePath } from './history.ts'
import { tabsOf } from './page-table.ts'
import { usePages } from './pages-context.ts'
import { hrefTo } from './paths.ts'

/**
 * The tabs of the open page, from the page table; nothing if there is only one.
 * @param props.without paths of tabs that the page itself rules out
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
