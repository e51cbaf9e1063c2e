import { SelectField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cut, RECEPTION_NAME_SHOWN } from '../../app/cut.ts'
import { queryClient } from '../../app/query-client.ts'
import type { ScreenValues } from './display-values.ts'
import { displayQuery, receptionsQuery } from './queries.ts'

/** The call group that the home screen shows as the reception. B §2. */
export function ReceptionField({ form }: { form: Form<ScreenValues> }) {
  const text = useText()
  const language = useLanguage()
  const { data: groups, error } = useQuery(receptionsQuery)
  const chosen = useFieldValue(form, 'reception')
  const known = chosen === '' || groups?.some(({ id }) => id === chosen) === true
  const gone = groups !== undefined && !known
  useEffect(() => {
    // A device whose reception is deleted has none, and sends no event of its settings.
    if (gone) void queryClient.invalidateQueries({ queryKey: displayQuery.queryKey })
  }, [gone])
  const sorted = (groups ?? []).toSorted((one, other) =>
    one.label.localeCompare(other.label, language),
  )
  return (
    <SelectField
      form={form}
      name="reception"
      label={text('displayConfig.reception')}
      help={text(
        error && !groups ? 'displayConfig.reception.failed' : 'displayConfig.reception.help',
      )}
      options={[
        { value: '', label: text('displayConfig.reception.none') },
        ...sorted.map(({ id, label }) => ({ value: id, label: cut(label, RECEPTION_NAME_SHOWN) })),
        // One whose name is not known yet stays chosen.
        ...(known
          ? []
          : [{ value: chosen, label: gone ? text('displayConfig.reception.gone') : '…' }]),
      ]}
    />
  )
}
