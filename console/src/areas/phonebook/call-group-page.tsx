import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParam } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'
import { EntryFormFrame, useEntryForm } from './entry-form.tsx'
import { newEntryId } from '../../app/entry-id.ts'
import type { EntryIds } from './entry-kind.ts'
import { EntryPage } from './entry-page.tsx'
import type { EntryFormProps } from './entry-page.tsx'
import { useFeatures } from './features.ts'
import { GroupFields } from './group-fields.tsx'
import { groupSetting } from './group-setting.ts'
import { checkGroup } from './group-values.ts'
import type { GroupState, GroupValues } from './group-values.ts'
import { FallbackCard } from './parts/fallback-card.tsx'
import { vmsEnabledQuery } from './parts/queries.ts'
import { RecipientDialog } from './parts/recipient-dialog.tsx'
import { RecipientsCard } from './parts/recipients-card.tsx'

/** The form of a new call group. B §2. */
export const NewCallGroupPage = () => <CallGroupPage />

/** The form of an existing call group, with its deletion. B §2. */
export function EditCallGroupPage() {
  const id = useParam('callgroupId')
  return <CallGroupPage key={id} stored={id} />
}

/** @param props.stored the id of an existing call group */
function CallGroupPage({ stored }: { stored?: string }) {
  const { callGroups } = useFeatures()
  return (
    <EntryPage
      kind="group"
      stored={stored}
      newIds={(entry) => ({ entry, fallback: newEntryId() })}
      setting={groupSetting}
      entryIn={({ group }) => group}
      // The fallback and the addresses.
      ownedIn={({ children }) =>
        children.flatMap(({ id, type }) => (type === 'Person' ? [] : [id]))
      }
      // A product without a list of call groups has that of contacts (FIX-03).
      listOf={callGroups ? paths.callGroups : paths.organisation}
    >
      {(form) => <CallGroupForm {...form} />}
    </EntryPage>
  )
}

function CallGroupForm(props: EntryFormProps<GroupState, EntryIds>) {
  const { state, subject, accounts } = props
  const features = useFeatures()
  const vms = useQuery(vmsEnabledQuery).data === true
  const [adding, setAdding] = useState(false)
  const { form, frame } = useEntryForm('group', groupSetting, {
    ...props,
    check: (values: GroupValues, taken) => checkGroup(values, { features, accounts, taken }),
    nameOf: ({ label }) => label,
  })
  return (
    <>
      <EntryFormFrame {...frame} exists={state.group !== undefined}>
        <GroupFields form={form} state={state} own={subject.ids.entry} features={features} />
        <RecipientsCard form={form} accounts={accounts} onAdd={() => setAdding(true)} />
        <FallbackCard form={form} accounts={accounts} />
      </EntryFormFrame>
      {adding && (
        <RecipientDialog
          form={form}
          accounts={accounts}
          vms={vms}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
