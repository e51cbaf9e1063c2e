import { DeviceFault } from '@lintel/contract/fault'
import { problem } from '@lintel/contract/rules/problem'
import type { Form, FormValues } from '@lintel/ui/form'
import { isImageCall } from './save-image.ts'

/**
 * The form, which says after a save that failed half-way what is stored and what is not.
 * @param partly whether the last save did so
 */
export function withLeft<V extends FormValues>(
  form: Form<V>,
  partly: boolean,
  kind: 'contact' | 'group',
): Form<V> {
  const { failure } = form
  if (!partly || !failure) return form
  const { fault } = failure
  const isImage = fault instanceof DeviceFault && isImageCall(fault.call)
  const id =
    kind === 'contact' && !isImage
      ? 'phonebook.contact.departmentLeft'
      : (`phonebook.${kind}.imageLeft` as const)
  return { ...form, failure: { fault, problem: problem(id) } }
}
