import { useText } from '@lintel/ui/i18n'
import { TabLinks } from '@lintel/ui/tabs'
import { useViewpoint } from '../viewpoint.ts'
import { usePath } from './history.ts'
import { usePages } from './pages-context.ts'
import { hrefTo } from './paths.ts'
import { tabsOf } from './route.ts'

/**
 * The tabs of the open page, from the page table; nothing if there is only one.
 * @param props.without paths of tabs that the page itself rules out
 */
export function PageTabs({ without = [] }: { without?: readonly string[] }) {
  const text = useText()
  const here = usePath()
  const tabs = tabsOf(usePages(), here, useViewpoint()).filter(
    ({ path }) => !without.includes(path),
  )
  const [first, second] = tabs
  if (!first || !second) return null
  return (
    <TabLinks
      label={text(first.tab.titleId)}
      items={tabs.map(({ nameId, path }) => ({
        href: hrefTo(path),
        label: text(nameId),
        current: path === here,
      }))}
    />
  )
}
