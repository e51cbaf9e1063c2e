import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { Button } from '@lintel/ui/button'
import { Card, Facts } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { connectionsQuery } from './queries.ts'
import styles from './reader.module.css'
import { disconnect } from './remote-calls.ts'

/** The server to which a VAPIX reader passes cards on, and whether it is connected. A §4. */
export function RemoteServer({ state }: { state: CardReaderConfiguration }) {
  const text = useText()
  const { Address, Scheme, Username } = state.IPAccessConfiguration
  const [open, setOpen] = useState<'connect' | 'delete'>()
  const has = Address !== ''
  return (
    <Card
      title={text('reader.remote')}
      note={text('reader.remote.note')}
      actions={
        <>
          <Button data-field="remote" onClick={() => setOpen('connect')}>
            {text(has ? 'ui.edit' : 'reader.remote.connect')}
          </Button>
          {has && (
            <Button kind="danger" onClick={() => setOpen('delete')}>
              {text('ui.delete')}
            </Button>
          )}
        </>
      }
    >
      {has ? (
        <>
          <Connections />
          <Facts
            items={[
              {
                term: text('reader.remote.address'),
                value: `${Scheme}://${Address}`,
                mono: true,
              },
              { term: text('ui.userName'), value: Username },
            ]}
          />
        </>
      ) : (
        <p className={styles['empty']}>{text('reader.remote.none')}</p>
      )}
      {open === 'connect' && <ConnectDialog state={state} onClose={() => setOpen(undefined)} />}
      <DeleteServer state={state} open={open === 'delete'} onClose={() => setOpen(undefined)} />
    </Card>
  )
}

/** The access points in use with their state; without any, why that is. READER-29. */
function Connections() {
  const text = useText()
  const query = useQuery(connectionsQuery)
  return (
    <QueryView query={query}>
      {({ connections, warning }) =>
        connections.length === 0 ? (
          <Notice status="warn" title={text('reader.remote.notConnected')}>
            {warning}
          </Notice>
        ) : (
          <Facts
            items={connections.map(({ Id, Name, StatusText }) => ({
              term: Name || Id,
              value: StatusText,
            }))}
          />
        )
      }
    </QueryView>
  )
}

function DeleteServer(props: {
  state: CardReaderConfiguration
  open: boolean
  onClose: () => void
}) {
  const { state, open, onClose } = props
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const { Address } = state.IPAccessConfiguration

  async function remove() {
    setBusy(true)
    try {
      await disconnect(state)
      showToast({ status: 'ok', text: text('ui.deleted', { name: Address }) })
    } catch (fault) {
      const changed = fault instanceof ChangedMeanwhile
      const because = changed ? text('stored.changed') : faultText(fault)
      showToast({ status: 'critical', text: text('reader.remote.deleteFailed', { because }) })
    } finally {
      setBusy(false)
      onClose()
    }
  }

  return (
    <ConfirmDialog
      open={open}
      title={text('reader.remote.deleteTitle')}
      body={<Text id="reader.remote.deleteBody" values={{ address: Address }} />}
      confirm={text('reader.remote.delete')}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
