import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { history } from '../../app/routing/history.ts'
import { deleteEntry } from './parts/delete-entries.ts'

/**
 * Asks before a contact or call group is deleted, and leaves its form afterwards, whatever the
 * outcome. B §2, OPEN-57.
 */
export function DeleteDialog(props: {
  kind: 'contact' | 'group'
  /** The id of the entry, and of those that belong to it. */
  id: string
  owned: readonly string[]
  /** The department that it is in. */
  department?: PhonebookEntry | undefined
  name: string
  open: boolean
  /** The path of the page to leave to. */
  back: string
  onClose: () => void
}) {
  const { kind, id, owned, department, name, open, back, onClose } = props
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const body = text(`phonebook.${kind}.deleteBody`)
  const emptied = department?.childIds.every((child) => child === id) ? department : undefined

  async function remove() {
    setBusy(true)
    try {
      await deleteEntry(id, owned, department?.id)
      showToast({ status: 'ok', text: text('ui.deleted', { name }) })
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('phonebook.deleteFailed', { name, because }) })
    }
    history.navigate(back, { force: true })
  }

  return (
    <ConfirmDialog
      open={open}
      title={text(`phonebook.${kind}.deleteTitle`, { name })}
      body={
        emptied
          ? `${body} ${text('phonebook.contact.deleteLast', { department: emptied.label })}`
          : body
      }
      confirm={text(`phonebook.${kind}.delete`)}
      busy={busy}
      danger
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
