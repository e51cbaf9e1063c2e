import {
  COLLISIONS_MAX,
  listCallGroups,
  listContacts,
  listOrganisations,
  OUTSIDE,
} from '@lintel/contract/calls/phonebook-lists'
import type { CallGroupRow, ContactRow } from '@lintel/contract/calls/phonebook-lists'
import { Refusal } from '@lintel/contract/fault'
import { fullName } from '@lintel/contract/rules/phonebook'
import { serve } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import type { EntryRecord, EntryRow, StoredEntry } from '../../state/phonebook/rows.ts'
import { imagePath } from './image-path.ts'

const nameOf = (one: StoredEntry) => (one.type === 'Person' ? fullName(one) : one.label)

const within = (organisation: string | undefined): Partial<EntryRow> =>
  organisation === undefined ? {} : { organisation: organisation === OUTSIDE ? '' : organisation }

const row = ({ id, version, entry, image }: StoredEntry) => ({
  id,
  version,
  entry,
  image: imagePath({ entry, image }),
})

/** Pages of organisations, contacts and call groups. */
export function listCalls({
  phonebook,
  scheduleStore,
}: Pick<Device, 'phonebook' | 'scheduleStore'>): ServedCall[] {
  const labelOf = (entry: string) => (entry === '' ? '' : (phonebook.find(entry)?.label ?? ''))

  const dialled = ({ id, keyTrigger, organisation }: StoredEntry) => ({
    keyTrigger,
    collidesWith: phonebook
      .withSpeedDial(keyTrigger)
      .filter((other) => other.id !== id)
      .slice(0, COLLISIONS_MAX)
      .map(nameOf),
    organisation,
    organisationLabel: labelOf(organisation),
  })

  const isGone = (schedule: string) => scheduleStore.find(schedule) === undefined
  const lacksSchedule = ({ callInformation = [] }: EntryRecord) =>
    callInformation.some(({ scheduleIds }) => scheduleIds.some(isGone))

  function contactRow(stored: StoredEntry): ContactRow {
    const { firstName, lastName, parent, organisation, call, record } = stored
    return {
      ...row(stored),
      ...dialled(stored),
      firstName,
      lastName,
      department: parent === organisation ? '' : labelOf(parent),
      ...(call === '' ? {} : { call }),
      ...(lacksSchedule(record) ? { scheduleGone: true } : {}),
    }
  }

  const callGroupRow = (stored: StoredEntry): CallGroupRow => ({
    ...row(stored),
    ...dialled(stored),
    label: stored.label,
    onDisplay: stored.onDisplay,
  })

  return [
    serve(listOrganisations, (request) => {
      const page = phonebook.page(request, { type: 'Organization' })
      const items = page.items.map((stored) => ({
        ...row(stored),
        label: stored.label,
        description: stored.description,
        contacts: phonebook.count({ type: 'Person', organisation: stored.entry }),
        callGroups: phonebook.count({ type: 'Rule', organisation: stored.entry }),
      }))
      return { ...page, items }
    }),
    serve(listContacts, ({ organisation, call, ...request }) => {
      const where = { type: 'Person', ...within(organisation), ...(call ? { call } : {}) } as const
      const page = phonebook.page(request, where)
      return { ...page, items: page.items.map(contactRow) }
    }),
    serve(listCallGroups, ({ organisation, onDisplay, ...request }) => {
      // The rule of the call button is in no organisation and never on the display. Only a filter
      // finds it, if it has a label.
      if (!organisation && !onDisplay && !request.filter) {
        throw new Refusal('missing', "Parameter 'organisation' is missing.")
      }
      const page = phonebook.page(request, {
        type: 'Rule',
        ...(organisation ? { organisation } : {}),
        ...(onDisplay ? { onDisplay: true } : {}),
      })
      return { ...page, items: page.items.map(callGroupRow) }
    }),
  ]
}
