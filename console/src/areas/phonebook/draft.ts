import type { Form } from '@lintel/ui/form'
import { useEffect } from 'react'
import type { OrganisationValues } from './organisation-values.ts'

/** What was typed for an organisation that the device did not save, with the id of the entry. */
interface Draft {
  id: string
  values: OrganisationValues
}

/** By the address of the form. A failed save leads away from it (B §2), and must not lose anything. */
const drafts = new Map<string, Draft>()

export const keepDraft = (path: string, draft: Draft) => void drafts.set(path, draft)

export const draftOf = (path: string): Draft | undefined => drafts.get(path)

/** Puts what was typed before back into the form. */
export function useDraft(path: string, { methods }: Form<OrganisationValues>): void {
  const { setValue } = methods
  useEffect(() => {
    const draft = drafts.get(path)
    if (!draft) return
    drafts.delete(path)
    setValue('label', draft.values.label, { shouldDirty: true })
    setValue('description', draft.values.description, { shouldDirty: true })
    if (typeof draft.values.image !== 'string' || draft.values.image === '') {
      setValue('image', draft.values.image, { shouldDirty: true })
    }
  }, [path, setValue])
}
