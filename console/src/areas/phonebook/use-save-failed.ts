import { DeviceFault } from '@lintel/contract/fault'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'
import { PartlySaved } from '../../app/stored/stored-setting.ts'
import { keepDraft } from './draft.ts'
import type { OrganisationValues } from './organisation-values.ts'

/**
 * Leads to the phonebook when an organisation could not be saved, and says why (B §2, OPEN-57). What
 * was typed waits in the form.
 * @param path the address of the form
 */
export function useSaveFailed(path: string, id: string) {
  const text = useText()
  const faultText = useFaultText()
  return (fault: unknown, values: OrganisationValues): void => {
    if (fault instanceof PartlySaved) {
      keepDraft(paths.editOrganisation({ id }), { id, values })
      const because = faultText(fault.cause)
      const name = values.label
      showToast({
        status: 'critical',
        text: text('phonebook.organisation.imageNotSaved', { name, because }),
      })
      history.navigate(paths.phonebook(), { force: true })
      return
    }
    // Other failures keep the form open, as when somebody else has changed the organisation.
    if (!(fault instanceof DeviceFault) || fault.kind === 'signedOut') return
    keepDraft(path, { id, values })
    const because = faultText(fault)
    showToast({
      status: 'critical',
      text: text('phonebook.organisation.notSaved', { name: values.label, because }),
    })
    history.navigate(paths.phonebook(), { force: true })
  }
}
