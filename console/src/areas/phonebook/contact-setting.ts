import { setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import type { CallOptions } from '@lintel/contract/client'
import { device } from '../../app/device.ts'
import { PartlySaved, storedSetting } from '../../app/stored/stored-setting.ts'
import {
  chosenDepartment,
  contactEntries,
  contactValues,
  departmentIn,
  newContact,
  provesContact,
  sameContact,
  storesContact,
} from './contact-values.ts'
import type { ContactIds, ContactState, ContactValues } from './contact-values.ts'
import type { EntrySubject } from './entry-kind.ts'
import { AREA } from './lists.ts'
import { removeIfEmpty } from './parts/delete-entries.ts'
import { entriesWith, readEntries } from './parts/entries.ts'
import type { EntryInput } from './parts/entries.ts'
import { readListsLater } from './parts/read-again.ts'
import { saveImage } from './parts/save-image.ts'

/** Reads a contact with its surroundings, in two rounds of small requests. */
async function readContact(
  { ids, organisationId }: Pick<EntrySubject<ContactIds>, 'ids' | 'organisationId'>,
  options: CallOptions,
): Promise<ContactState> {
  const [contact] = await entriesWith([ids.entry], options)
  const inside = contact?.organisationId ?? (organisationId === OUTSIDE ? '' : organisationId)
  const { signal } = options
  const also = signal ? { signal } : {}
  const [around, departments] = await Promise.all([
    entriesWith([...(contact?.childIds ?? []), ...(inside === '' ? [] : [inside])], also),
    inside === '' ? [] : readEntries({ type: 'Group', organisationId: inside }, also),
  ])
  return {
    contact,
    fallback: around.find(({ type }) => type === 'Fallback'),
    organisation: around.find(({ id }) => id === inside),
    departments: departments.filter((one) => one.organisationId === inside),
  }
}

/** A contact with its department, fallback and image. B §4. */
export const contactSetting = (subject: EntrySubject<ContactIds>) => {
  const { ids, organisationId, isNew, account } = subject
  return storedSetting<ContactState, ContactValues>({
    key: [AREA, 'contact', organisationId, ids.entry],
    read: (options) => readContact(subject, options),
    call: setPhonebookEntries.id,
    values: (state) => contactValues(state, account) ?? (isNew ? newContact(account) : undefined),
    same: (one, other) => sameContact(one, other, ids),
    stores: storesContact,
    proves: (state, sent, { before }) => provesContact(state, sent, before),
    async write(sent, { now, options }) {
      const inside = organisationId === OUTSIDE ? '' : organisationId
      const phonebookEntries = contactEntries(sent, now, ids, inside)
      await device.call(setPhonebookEntries, { phonebookEntries }, options)
      readListsLater()
      // From here on the contact is stored; what fails is left in the form.
      try {
        await saveImage(ids.entry, sent.image, now.contact?.image ?? '')
      } catch (cause) {
        throw new PartlySaved('', { cause, left: ['image'] })
      }
      const department = chosenDepartment(sent, ids)
      await addDepartment(department, now)
      const before = departmentIn(now)
      if (before && before.id !== department) await removeIfEmpty(before.id)
      return undefined
    },
  })
}

/** Puts a department that the organisation does not have yet into it. B §4. */
async function addDepartment(
  department: string,
  { organisation }: Pick<ContactState, 'organisation'>,
): Promise<void> {
  if (department === '' || !organisation || organisation.childIds.includes(department)) return
  const { id, childIds } = organisation
  const entry: EntryInput = { id, type: 'Organization', childIds: [...childIds, department] }
  try {
    await device.call(setPhonebookEntries, { phonebookEntries: [entry] })
  } catch (cause) {
    throw new PartlySaved('', { cause, left: ['department', 'departmentName'] })
  }
}
