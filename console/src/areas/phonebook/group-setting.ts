import { setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import type { CallOptions } from '@lintel/contract/client'
import { device } from '../../app/device.ts'
import { PartlySaved, storedSetting } from '../../app/stored/stored-setting.ts'
import { groupEntries, groupValues, newGroup, provesGroup } from './group-values.ts'
import { sameGroup, storesGroup } from './group-values.ts'
import type { GroupIds, GroupState, GroupValues } from './group-values.ts'
import { AREA } from './lists.ts'
import { entriesWith } from './parts/entries.ts'
import { readListsLater } from './parts/read-again.ts'
import { saveImage } from './parts/save-image.ts'

/** What the form of a call group is about. */
export interface GroupSubject {
  ids: GroupIds
  /** The organisation in the address; `-` for none. A stored call group has its own. */
  organisationId: string
  /** Whether the call group is to be created. */
  isNew: boolean
  /** The id of the account that new addresses are called with. */
  account: string
}

async function readGroup(
  { ids, organisationId }: Pick<GroupSubject, 'ids' | 'organisationId'>,
  options: CallOptions,
): Promise<GroupState> {
  const [group] = await entriesWith([ids.group], options)
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
export const groupSetting = (subject: GroupSubject) => {
  const { ids, organisationId, isNew, account } = subject
  return storedSetting<GroupState, GroupValues>({
    key: [AREA, 'callGroup', organisationId, ids.group],
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
        await saveImage(ids.group, sent.image, now.group?.image ?? '')
      } catch (cause) {
        throw new PartlySaved('', { cause, left: ['image'] })
      }
      return undefined
    },
  })
}
