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
import { moved, proxyOf } from './proxies.ts'
import type { Proxy } from './proxies.ts'
import { ProxyDialog } from './proxy-dialog.tsx'
import styles from './proxies.module.css'

/** A proxy with its place, by which the list knows it while it moves. */
type Item = { id: string; at: number; proxy: Proxy }

/**
 * The proxies of an account in the order in which they are tried. B §4.
 * @param props.onChange stores the list; rejects if it could not be stored
 * @param props.atOnce whether that is on the device
 */
export function ProxyList(props: {
  proxies: readonly Proxy[]
  onChange: (next: readonly Proxy[]) => Promise<void>
  atOnce: boolean
}) {
  const { proxies, onChange, atOnce } = props
  const text = useText()
  const faultText = useFaultText()
  const [fault, setFault] = useState<{ cause: unknown }>()
  const [busy, setBusy] = useState(false)
  /** The place of the proxy in the dialog; the length of the list for a new one. */
  const [editing, setEditing] = useState<number>()
  const [removing, setRemoving] = useState<Item>()
  const isFull = proxies.length >= PROXIES_MAX

  /** Returns whether it is stored. */
  async function change(next: readonly Proxy[]): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setFault(undefined)
    try {
      await onChange(next)
      return true
    } catch (cause) {
      setFault({ cause })
      return false
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card
      title={text('sipAccounts.part.proxies')}
      note={text(atOnce ? 'sipAccounts.proxies.atOnce' : 'sipAccounts.proxies.later')}
      actions={
        !isFull && (
          <Button data-field="proxies" onClick={() => setEditing(proxies.length)}>
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
      {proxies.length === 0 ? (
        <p className={styles['empty']}>{text('sipAccounts.proxies.empty')}</p>
      ) : (
        <ReorderList
          label={text('sipAccounts.part.proxies')}
          items={itemsOf(proxies)}
          nameOf={({ proxy }) => proxy.Server}
          onMove={(id, to) => {
            const from = itemsOf(proxies).findIndex((one) => one.id === id)
            void change(moved(proxies, from, to))
          }}
        >
          {(item) => (
            <div className={styles['proxy']}>
              <span>
                <span className="mono">{item.proxy.Server}</span>
                {item.proxy.Username !== '' && <small>{item.proxy.Username}</small>}
              </span>
              <Button
                kind="quiet"
                aria-label={text('sipAccounts.proxy.editNamed', { name: item.proxy.Server })}
                onClick={() => setEditing(item.at)}
              >
                {text('ui.edit')}
              </Button>
              <Button
                kind="quiet"
                aria-label={text('sipAccounts.proxy.removeNamed', { name: item.proxy.Server })}
                onClick={() => setRemoving(item)}
              >
                {text('sipAccounts.proxy.remove')}
              </Button>
            </div>
          )}
        </ReorderList>
      )}
      {editing !== undefined && (
        <ProxyDialog
          before={proxies[editing]}
          others={proxies.filter((_, at) => at !== editing)}
          onClose={() => setEditing(undefined)}
          onSave={async (values) => {
            const proxy = proxyOf(values, proxies[editing])
            await onChange(proxies.toSpliced(editing, 1, proxy))
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== undefined}
        title={text('sipAccounts.proxy.removeTitle', { name: removing?.proxy.Server ?? '' })}
        body={text('sipAccounts.proxy.removeBody')}
        confirm={text('sipAccounts.proxy.remove')}
        danger
        busy={busy}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          const rest = proxies.filter((_, at) => at !== removing?.at)
          void change(rest).then(() => setRemoving(undefined))
        }}
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
