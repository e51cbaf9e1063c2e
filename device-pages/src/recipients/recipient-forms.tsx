import { removeRecipient } from '@lintel/contract/calls/recipients'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import { DeletedNotice } from '../app/deleted-notice.tsx'
import { device } from '../app/device.ts'
import { useAction } from '../app/use-action.ts'
import type { RecipientChecks } from './checks.ts'
import { readRecipients } from './read.ts'
import type { RecipientState } from './read.ts'
import { RecipientForm } from './recipient-form.tsx'
import type { View } from './view-name.ts'

interface FormsProps extends RecipientState {
  view: View
  checks: RecipientChecks
  /** Reads the recipients again. */
  again: () => Promise<void>
  onClose: () => void
}

/** The form of a recipient, instead of the list. */
export function RecipientForms({ view, ...shared }: FormsProps) {
  const text = useText()
  const { recipients, again, onClose } = shared
  const form = { ...shared, onSaved: onClose, onCancel: onClose }
  const found = view.kind === 'add' ? undefined : recipients.find(({ id }) => id === view.id)
  // What was typed stays when somebody else deletes the recipient meanwhile.
  const [recipient, setRecipient] = useState(found)
  if (found && found !== recipient) setRecipient(found)
  if (view.kind === 'add') return <RecipientForm {...form} recipient={undefined} />
  return recipient?.id === view.id ? (
    <>
      {!found && <DeletedNotice title={text('recipients.gone')} />}
      <RecipientForm key={view.id} {...form} recipient={recipient} />
      {found && <Deletion recipient={found} again={again} onClose={onClose} />}
    </>
  ) : (
    <Notice
      title={text('recipients.gone')}
      action={<Button onClick={onClose}>{text('frame.backToLists')}</Button>}
    />
  )
}

function Deletion(props: {
  recipient: Recipient
  again: () => Promise<void>
  onClose: () => void
}) {
  const { recipient, again, onClose } = props
  const { id, version, name, usedBy } = recipient
  const text = useText()
  const faultText = useFaultText()
  const { busy, failure, run } = useAction(again)

  async function remove(): Promise<void> {
    try {
      await device.call(removeRecipient, { id, version })
    } catch (fault) {
      const now = await readRecipients().catch(() => undefined)
      if (!now || now.some((row) => row.id === id)) throw fault
    }
    showToast({ status: 'ok', text: text('ui.deleted', { name }) })
    onClose()
  }

  return (
    <Card
      title={text('recipients.delete')}
      note={usedBy > 0 ? text('recipients.inUse', { count: usedBy }) : undefined}
    >
      {failure !== undefined && <Notice status="crit" title={faultText(failure)} />}
      <ConfirmInPlace
        verb={text('recipients.delete')}
        question={<Text id="recipients.confirmDelete" values={{ name }} />}
        busy={busy}
        locked={usedBy > 0}
        onConfirm={() => run(remove)}
      />
    </Card>
  )
}
