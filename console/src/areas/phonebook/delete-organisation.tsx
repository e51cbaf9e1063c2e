import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'
import { contentQuery, deleteOrganisation } from './queries.ts'

/** Asks before an organisation is deleted with everything in it, and returns to the list. B §4, §5. */
export function DeleteOrganisation(props: {
  id: string
  label: string
  open: boolean
  onClose: () => void
}) {
  const { id, label, open, onClose } = props
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const { data: content } = useQuery({ ...contentQuery(id), enabled: open && !busy })

  async function remove() {
    setBusy(true)
    try {
      await deleteOrganisation(id)
      showToast({ status: 'ok', text: text('ui.deleted', { name: label }) })
      history.navigate(paths.phonebook(), { force: true })
    } catch (fault) {
      const because = faultText(fault)
      showToast({
        status: 'critical',
        text: text('phonebook.deleteFailed', { name: label, because }),
      })
      setBusy(false)
      onClose()
    }
  }

  return (
    <ConfirmDialog
      open={open}
      title={text('phonebook.organisation.deleteTitle', { name: label })}
      body={
        content
          ? text('phonebook.organisation.deleteCounted', { name: label, ...content })
          : text('phonebook.organisation.deleteBody', { name: label })
      }
      confirm={text('phonebook.organisation.delete')}
      busy={busy}
      danger
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
