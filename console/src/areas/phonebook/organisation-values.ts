import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { name, organisationLabel } from '@lintel/contract/rules/phonebook'
import { found } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'
import { imageProblem } from '../../app/image/image.ts'
import type { ImageValue } from '../../app/image/image.ts'

/** What the form of an organisation has. B §3. */
export type OrganisationValues = { label: string; description: string; image: ImageValue }

export const newOrganisation: OrganisationValues = { label: '', description: '', image: '' }

export const organisationValues = ({
  label,
  description = '',
  image,
}: Pick<PhonebookEntry, 'label' | 'description' | 'image'>): OrganisationValues => ({
  label,
  description,
  image,
})

/** B §5. */
export const checkOrganisation = (values: OrganisationValues): Checked<OrganisationValues> => ({
  errors: found<OrganisationValues>({
    label: organisationLabel(values.label),
    description: name(values.description),
    image: imageProblem(values.image),
  }),
})
