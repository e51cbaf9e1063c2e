import { setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import type { CallOptions } from '@lintel/contract/client'
import { device } from '../../app/device.ts'
import { PartlySaved, storedSetting } from '../../app/stored/stored-setting.ts'
import { groupEntries, groupValues, newGroup, provesGroup } from './group-values.ts'
import { sameGroup, storesGroup } from './group-values.ts'
import type { GroupState, GroupValues } from './group-values.ts'
import type { EntryIds, EntrySubject } from './entry-kind.ts'
import { AREA } from './lists.ts'
import { entriesWith } from './parts/entries.ts'
import { readListsLater } from './parts/read-again.ts'
import { saveImage } from './parts/save-image.ts'

async function readGroup(
  { ids, organisationId }: Pick<EntrySubject<EntryIds>, 'ids' | 'organisationId'>,
  options: CallOptions,
): Promise<GroupState> {
  const [group] = await entriesWith([ids.entry], options)
  const inside = group?.organisationId ?? (organisationId === OUTSIDE ? '' : organisationId)
  const { signal } = options
  const around = await entriesWith(
    [...(group?.childIds ?? []), ...(inside === '' ? [] : [inside])],
    signal ? { signal } : {},
  )
  return {
    group,
    children: around.filter(({ id }) => id !== inside),
    organisation: around.find(({ id }) => id === inside),
  }
}

/** A call group with its recipients, fallback and image. */
export const groupSetting = (subject: EntrySubject<EntryIds>) => {
  const { ids, organisationId, isNew, account } = subject
  return storedSetting<GroupState, GroupValues>({
    key: [AREA, 'callGroup', organisationId, ids.entry],
    read: (options) => readGroup(subject, options),
    call: setPhonebookEntries.id,
    values: (state) => groupValues(state, account) ?? (isNew ? newGroup(account) : undefined),
    same: sameGroup,
    stores: storesGroup,
    proves: (state, sent, { before }) => provesGroup(state, sent, before),
    async write(sent, { now, options }) {
      const inside = organisationId === OUTSIDE ? '' : organisationId
      const phonebookEntries = groupEntries(sent, now, ids, inside)
      await device.call(setPhonebookEntries, { phonebookEntries }, options)
      readListsLater()
      // From here on the call group is stored; what fails is left in the form.
      try {
        await saveImage(ids.entry, sent.image, now.group?.image ?? '')
      } catch (cause) {
        throw new PartlySaved('', { cause, left: ['image'] })
      }
      return undefined
    },
  })
}
