import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { ReorderList } from '@lintel/ui/reorder-list'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useSavedList, withMoved } from '../../app/stored/saved-list.ts'
import type { DisplayOrganisation } from './display-values.ts'
import { organisationsQuery, saveOrder } from './queries.ts'

/** The order in which visitors find the organisations; each move is saved at once. B §4. */
export function OrderCard() {
  const text = useText()
  const query = useQuery(organisationsQuery)
  return (
    <Card title={text('displayConfig.order')} note={text('displayConfig.order.note')}>
      <div data-field="order" tabIndex={-1}>
        <QueryView query={query}>{(organisations) => <Order stored={organisations} />}</QueryView>
      </div>
    </Card>
  )
}

function Order({ stored }: { stored: readonly DisplayOrganisation[] }) {
  const text = useText()
  const faultText = useFaultText()
  const { list, fault, change } = useSavedList(
    stored.map(({ id }) => id),
    saveOrder,
  )
  const items = list.flatMap((id) => stored.find((one) => one.id === id) ?? [])
  return (
    <>
      {fault &&
        (fault.cause instanceof ChangedMeanwhile ? (
          <ChangedNotice>{text('displayConfig.order.changed')}</ChangedNotice>
        ) : (
          <Notice status="crit" title={text('ui.notSaved')}>
            {faultText(fault.cause)}
          </Notice>
        ))}
      <ReorderList
        label={text('displayConfig.order')}
        items={items}
        nameOf={({ label }) => label}
        empty={text('displayConfig.order.empty')}
        onMove={(id, to) => void change(withMoved(list, id, to), list)}
      >
        {({ label }) => <bdi>{label}</bdi>}
      </ReorderList>
    </>
  )
}
