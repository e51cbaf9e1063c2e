import { ORGANISATION_LABEL_MAX } from '@lintel/contract/rules/phonebook'
import { Card } from '@lintel/ui/card'
import { TextField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { ImageField } from '../../app/image/image-field.tsx'
import type { OrganisationValues } from './organisation-values.ts'

/** The fields of an organisation. B §3. */
export function OrganisationFields(props: {
  form: Form<OrganisationValues>
  /** The version of the entry. */
  version?: string | undefined
}) {
  const { form, version } = props
  const text = useText()
  return (
    <Card title={text('pages.organisation')}>
      <TextField
        form={form}
        name="label"
        label={text('ui.name')}
        help={text('validation.errorMaxCharacters', { max: ORGANISATION_LABEL_MAX })}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="description"
        label={text('phonebook.organisation.description')}
        autoComplete="off"
        optional
      />
      <ImageField form={form} version={version} />
    </Card>
  )
}
