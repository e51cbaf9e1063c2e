import { PROXIES_MAX } from '@lintel/contract/rules/sip'
import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { ReorderList } from '@lintel/ui/reorder-list'
import { useState } from 'react'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useSavedList } from '../../app/stored/saved-list.ts'
import { moved, placeIn, proxyOf } from './proxies.ts'
import type { Proxy, ProxyValues } from './proxies.ts'
import { ProxyDialog } from './proxy-dialog.tsx'

/** A proxy with its place, by which the list knows it while it moves. */
type Item = { id: string; at: number; proxy: Proxy }

/** The proxy in the dialog. */
interface Editing {
  /** Its place in the list; the length of the list for a new one. */
  at: number
  /** The list as the person has seen it. */
  seen: readonly Proxy[]
  /** Somebody else has changed the list since the dialog opened. */
  changed?: boolean
}

/**
 * The proxies of an account in the order in which they are tried. B §4.
 * @param props.onChange stores the list in place of the one that the person has seen; rejects if it
 *   could not be stored
 * @param props.atOnce whether that is on the device
 */
export function ProxyList(props: {
  proxies: readonly Proxy[]
  onChange: (next: readonly Proxy[], seen: readonly Proxy[]) => Promise<void>
  atOnce: boolean
}) {
  const { onChange, atOnce } = props
  const text = useText()
  const faultText = useFaultText()
  const { list: proxies, fault, change } = useSavedList(props.proxies, onChange)
  const [editing, setEditing] = useState<Editing>()
  const [removing, setRemoving] = useState<{ item: Item; seen: readonly Proxy[] }>()
  const [busy, setBusy] = useState(false)
  const isFull = proxies.length >= PROXIES_MAX

  async function remove({ item, seen }: { item: Item; seen: readonly Proxy[] }): Promise<void> {
    setBusy(true)
    await change(seen.toSpliced(item.at, 1), seen)
    setBusy(false)
    setRemoving(undefined)
  }

  /** Stores what the dialog has. If others have changed the list, it shows that and stays open. */
  async function saveEdited({ at, seen }: Editing, values: ProxyValues): Promise<void> {
    const before = seen[at]
    try {
      await onChange(seen.toSpliced(at, 1, proxyOf(values, before)), seen)
    } catch (cause) {
      if (cause instanceof ChangedMeanwhile) {
        const { list } = cause.now as { list: readonly Proxy[] }
        const place = before ? placeIn(list, before) : -1
        setEditing({ at: place === -1 ? list.length : place, seen: list, changed: true })
      }
      throw cause
    }
  }

  return (
    <Card
      label={text('sipAccounts.part.proxies')}
      note={text(atOnce ? 'sipAccounts.proxies.atOnce' : 'sipAccounts.proxies.later')}
      actions={
        !isFull && (
          <Button
            data-field="proxies"
            onClick={() => setEditing({ at: proxies.length, seen: proxies })}
          >
            {text('sipAccounts.proxy.add')}
          </Button>
        )
      }
    >
      {isFull && (
        <Notice status="warn" title={text('sipAccounts.proxies.full', { max: PROXIES_MAX })} />
      )}
      {fault &&
        (fault.cause instanceof ChangedMeanwhile ? (
          <ChangedNotice>{text('sipAccounts.proxies.changed')}</ChangedNotice>
        ) : (
          <Notice status="crit" title={text('ui.notSaved')}>
            {faultText(fault.cause)}
          </Notice>
        ))}
      <ReorderList
        label={text('sipAccounts.part.proxies')}
        items={itemsOf(proxies)}
        nameOf={({ proxy }) => proxy.Server}
        onMove={(id, to) => {
          const from = itemsOf(proxies).findIndex((one) => one.id === id)
          void change(moved(proxies, from, to), proxies)
        }}
        empty={text('sipAccounts.proxies.empty')}
        renderActions={(item) => (
          <>
            <Button
              aria-label={text('sipAccounts.proxy.editNamed', { name: item.proxy.Server })}
              onClick={() => setEditing({ at: item.at, seen: proxies })}
            >
              {text('ui.edit')}
            </Button>
            <Button
              aria-label={text('sipAccounts.proxy.removeNamed', { name: item.proxy.Server })}
              onClick={() => setRemoving({ item, seen: proxies })}
            >
              {text('sipAccounts.proxy.remove')}
            </Button>
          </>
        )}
      >
        {({ proxy }) => (
          <>
            <span className="mono">{proxy.Server}</span>
            {proxy.Username !== '' && <small>{proxy.Username}</small>}
          </>
        )}
      </ReorderList>
      {editing !== undefined && (
        <ProxyDialog
          before={editing.seen[editing.at]}
          changed={editing.changed ?? false}
          others={editing.seen.filter((_, at) => at !== editing.at)}
          onClose={() => setEditing(undefined)}
          onSave={(values) => saveEdited(editing, values)}
        />
      )}
      <ConfirmDialog
        open={removing !== undefined}
        title={text('sipAccounts.proxy.removeTitle', { name: removing?.item.proxy.Server ?? '' })}
        body={text('sipAccounts.proxy.removeBody')}
        confirm={text('sipAccounts.proxy.remove')}
        danger
        busy={busy}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && void remove(removing)}
      />
    </Card>
  )
}

/** Named by what they are, so that a row keeps its focus when it moves. */
const itemsOf = (proxies: readonly Proxy[]): Item[] =>
  proxies.map((proxy, at) => {
    const twin = proxies
      .slice(0, at)
      .filter(({ Server, Username }) => Server === proxy.Server && Username === proxy.Username)
    return { id: JSON.stringify([proxy.Server, proxy.Username, twin.length]), at, proxy }
  })
