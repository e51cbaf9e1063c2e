import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { Button } from '@lintel/ui/button'
import type { FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { sipAccountsQuery } from '../../app/sip.ts'
import type { StoredSetting } from '../../app/stored/stored-setting.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { newEntryId } from '../../app/entry-id.ts'
import { entryTitle } from './entry-kind.ts'
import type { EntryIds, EntryKind, EntrySubject } from './entry-kind.ts'
import { defaultAccount } from './parts/target.ts'
import { nameOf } from './parts/queries.ts'

/** What the form in the page gets. */
export interface EntryFormProps<S, I extends EntryIds> {
  state: S
  subject: EntrySubject<I>
  accounts: readonly ListedSipAccount[]
  /** The path of the page to return to. */
  back: string
}

/**
 * The page of a contact or call group: its heading, its deletion, and its form, which is left when
 * the entry or its organisation is gone. B §2.
 * @param props.stored the id of an existing entry
 * @param props.newIds the ids of what belongs to a new entry
 * @param props.ownedIn the ids of the entries that go with it
 * @param props.departmentOf the department that it is in
 * @param props.listOf the path of the list that it is in
 */
export function EntryPage<
  S extends { organisation: PhonebookEntry | undefined },
  V extends FormValues,
  I extends EntryIds,
>(props: {
  kind: EntryKind
  stored: string | undefined
  newIds: (entry: string) => I
  setting: (subject: EntrySubject<I>) => StoredSetting<S, V>
  entryIn: (state: S) => PhonebookEntry | undefined
  ownedIn: (state: S) => string[]
  departmentOf?: (state: S) => PhonebookEntry | undefined
  listOf: (place: { id: string }) => string
  children: (form: EntryFormProps<S, I>) => ReactNode
}) {
  const { kind, stored, newIds, setting, entryIn, ownedIn, departmentOf, listOf, children } = props
  const text = useText()
  const organisationId = useParam('organisationId')
  const [ids] = useState(() => newIds(stored ?? newEntryId()))
  const isNew = stored === undefined
  const accounts = useQuery(sipAccountsQuery)
  const account = defaultAccount(accounts.data ?? [])
  const subject = useMemo(
    () => ({ ids, organisationId, isNew, account }),
    [ids, organisationId, isNew, account],
  )
  const query = useQuery(setting(subject).query)
  const [deleting, setDeleting] = useState(false)
  // What failed together is tried again together.
  const readAgain = () => {
    void query.refetch()
    return accounts.refetch()
  }
  const { data } = query
  const entry = data && entryIn(data)
  const inside = entry?.organisationId ?? organisationId
  const back = inside === '' || inside === OUTSIDE ? paths.phonebook() : listOf({ id: inside })
  const gone = data !== undefined && !isNew && !entry && !deleting
  useLeaveWhenGone(gone, back, text(`phonebook.${kind}.gone`))
  const homeless = isNew && organisationId !== OUTSIDE && data?.organisation === undefined
  useLeaveWhenGone(
    data !== undefined && homeless,
    paths.phonebook(),
    text('phonebook.organisation.gone'),
  )
  // While it is being deleted, its name is still asked for.
  const [shown, setShown] = useState(data)
  if (entry && data !== shown) setShown(data)
  const named = shown && entryIn(shown)
  const name = named ? nameOf(named) : ''
  const { organisation } = data ?? {}

  return (
    <>
      <PageHead
        title={
          isNew || name === '' ? text(entryTitle(kind, isNew)) : text('ui.editNamed', { name })
        }
        trail={[
          { label: text('pages.phonebook'), href: hrefTo(paths.phonebook()) },
          ...(organisation ? [{ label: organisation.label, href: hrefTo(back) }] : []),
        ]}
        actions={
          !isNew &&
          entry && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {text(`phonebook.${kind}.delete`)}
            </Button>
          )
        }
      />
      <QueryView query={{ ...accounts, refetch: readAgain }}>
        {(list) => (
          <QueryView query={query}>
            {(state) =>
              (isNew ? !homeless : entryIn(state)) &&
              children({ state, subject, accounts: list, back })
            }
          </QueryView>
        )}
      </QueryView>
      <DeleteDialog
        kind={kind}
        id={ids.entry}
        owned={shown ? ownedIn(shown) : []}
        department={shown && departmentOf?.(shown)}
        name={name}
        open={deleting}
        back={back}
        onClose={() => setDeleting(false)}
      />
    </>
  )
}
