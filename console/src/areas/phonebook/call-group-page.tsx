import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import { Button } from '@lintel/ui/button'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { CreateBar, SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { history, useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone, useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { sipAccountsQuery, sipEnabledQuery } from '../../app/sip.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { newEntryId } from './entry-id.ts'
import { useFeatures } from './features.ts'
import { GroupFields } from './group-fields.tsx'
import { groupSetting } from './group-setting.ts'
import type { GroupSubject } from './group-setting.ts'
import { checkGroup } from './group-values.ts'
import type { GroupState } from './group-values.ts'
import { FallbackCard } from './parts/fallback-card.tsx'
import { withLeft } from './parts/left.ts'
import { vmsEnabledQuery } from './parts/queries.ts'
import { RecipientDialog } from './parts/recipient-dialog.tsx'
import { RecipientsCard } from './parts/recipients-card.tsx'
import { defaultAccount } from './parts/target.ts'
import { takenSpeedDial, useSpeedDial } from './parts/use-speed-dial.ts'
import { SipOffNotice } from './sip-off-notice.tsx'

/** The form of a new call group. B §2. */
export const NewCallGroupPage = () => <CallGroupPage />

/** The form of an existing call group, with its deletion. B §2. */
export function EditCallGroupPage() {
  const id = useParam('callgroupId')
  return <CallGroupPage key={id} stored={id} />
}

/** @param props.stored the id of an existing call group */
function CallGroupPage({ stored }: { stored?: string }) {
  const text = useText()
  const organisationId = useParam('organisationId')
  const [ids] = useState(() => ({
    group: stored ?? newEntryId(),
    fallback: newEntryId(),
  }))
  const isNew = stored === undefined
  const accounts = useQuery(sipAccountsQuery)
  const account = defaultAccount(accounts.data ?? [])
  const subject = useMemo(
    () => ({ ids, organisationId, isNew, account }),
    [ids, organisationId, isNew, account],
  )
  const query = useQuery(groupSetting(subject).query)
  const [deleting, setDeleting] = useState(false)
  // What failed together is tried again together.
  const readAgain = () => {
    void query.refetch()
    return accounts.refetch()
  }
  const { data } = query
  const inside = data?.group?.organisationId ?? organisationId
  const back =
    inside === '' || inside === OUTSIDE ? paths.phonebook() : paths.callGroups({ id: inside })
  const gone = data !== undefined && !isNew && !data.group && !deleting
  useLeaveWhenGone(gone, back, text('phonebook.group.gone'))
  const homeless = isNew && organisationId !== OUTSIDE && data?.organisation === undefined
  useLeaveWhenGone(
    data !== undefined && homeless,
    paths.phonebook(),
    text('phonebook.organisation.gone'),
  )
  // While it is being deleted, its name is still asked for.
  const [shown, setShown] = useState(data)
  if (data?.group && data !== shown) setShown(data)
  const name = shown?.group?.label ?? ''
  const { organisation } = data ?? {}

  return (
    <>
      <PageHead
        title={isNew || name === '' ? text(titleId(isNew)) : text('ui.editNamed', { name })}
        trail={[
          { label: text('pages.phonebook'), href: hrefTo(paths.phonebook()) },
          ...(organisation ? [{ label: organisation.label, href: hrefTo(back) }] : []),
        ]}
        actions={
          !isNew &&
          data?.group && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {text('phonebook.group.delete')}
            </Button>
          )
        }
      />
      <QueryView query={{ ...accounts, refetch: readAgain }}>
        {(list) => (
          <QueryView query={query}>
            {(state) =>
              (isNew ? !homeless : state.group) && (
                <CallGroupForm state={state} subject={subject} accounts={list} back={back} />
              )
            }
          </QueryView>
        )}
      </QueryView>
      <DeleteDialog
        kind="group"
        id={ids.group}
        owned={ownedIn(shown)}
        name={name}
        open={deleting}
        back={back}
        onClose={() => setDeleting(false)}
      />
    </>
  )
}

const titleId = (isNew: boolean) => (isNew ? 'pages.newCallGroup' : 'pages.editCallGroup')

/** The fallback and the addresses of a call group, which go with it. */
const ownedIn = (state: GroupState | undefined) =>
  (state?.children ?? []).flatMap(({ id, type }) => (type === 'Person' ? [] : [id]))

function CallGroupForm(props: {
  state: GroupState
  subject: GroupSubject
  accounts: readonly ListedSipAccount[]
  /** The path of the page to return to. */
  back: string
}) {
  const { state, subject, accounts, back } = props
  const { ids, isNew } = subject
  const text = useText()
  const features = useFeatures()
  const sipOn = useQuery(sipEnabledQuery).data
  const vms = useQuery(vmsEnabledQuery).data === true
  const setting = useMemo(() => groupSetting(subject), [subject])
  const openBack = useOpenAfterSave(back)
  const [adding, setAdding] = useState(false)
  const {
    form: stored,
    changed,
    partly,
  } = useStoredForm(setting, {
    state,
    check: (values) => ({
      errors: checkGroup(values, {
        features,
        accounts,
        taken: (dial) => takenSpeedDial(dial, ids.group),
      }),
    }),
    onSaved: ({ sent }) => {
      showToast({ status: 'ok', text: text('ui.saved', { name: sent.label }) })
      openBack()
    },
  })
  const submit = useSpeedDial(stored)
  const form = { ...withLeft(stored, partly, 'group'), submit }
  return (
    <>
      <SettingsForm form={form} label={text(titleId(isNew))}>
        {changed && <ChangedNotice />}
        <SipOffNotice />
        <GroupFields form={form} state={state} own={ids.group} features={features} />
        <RecipientsCard form={form} accounts={accounts} onAdd={() => setAdding(true)} />
        <FallbackCard form={form} accounts={accounts} />
        {isNew && !state.group ? (
          <CreateBar
            form={form}
            verb={text('phonebook.group.add')}
            onCancel={() => history.navigate(back, { force: true })}
          />
        ) : (
          <SaveBar form={form} />
        )}
      </SettingsForm>
      {adding && (
        <RecipientDialog
          form={form}
          accounts={accounts}
          sipOn={sipOn}
          vms={vms}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
