import { SelectField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { cut, RECEPTION_NAME_SHOWN } from '../../app/cut.ts'
import type { ScreenValues } from './display-values.ts'
import { receptionsQuery } from './queries.ts'

/** The call group that the home screen shows as the reception. B §2. */
export function ReceptionField({ form }: { form: Form<ScreenValues> }) {
  const text = useText()
  const { data = [] } = useQuery(receptionsQuery)
  const chosen = useFieldValue(form, 'reception')
  // One whose name is not known yet stays chosen.
  const known = chosen === '' || data.some(({ id }) => id === chosen)
  return (
    <SelectField
      form={form}
      name="reception"
      label={text('displayConfig.reception')}
      help={text('displayConfig.reception.help')}
      options={[
        { value: '', label: text('displayConfig.reception.none') },
        ...data.map(({ id, label }) => ({ value: id, label: cut(label, RECEPTION_NAME_SHOWN) })),
        ...(known ? [] : [{ value: chosen, label: '…' }]),
      ]}
    />
  )
}
