import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { name, organisationLabel } from '@lintel/contract/rules/phonebook'
import { found } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'

/** What the form of an organisation has. B §3. */
export type OrganisationValues = Record<'label' | 'description', string>

export const newOrganisation: OrganisationValues = { label: '', description: '' }

export const organisationValues = ({
  label,
  description = '',
}: Pick<PhonebookEntry, 'label' | 'description'>): OrganisationValues => ({ label, description })

/** B §5. */
export const checkOrganisation = (values: OrganisationValues): Checked<OrganisationValues> => ({
  errors: found<OrganisationValues>({
    label: organisationLabel(values.label),
    description: name(values.description),
  }),
})
