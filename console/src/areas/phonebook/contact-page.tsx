import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import { fullName } from '@lintel/contract/rules/phonebook'
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
import { sipAccountsQuery } from '../../app/sip.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { CallDialog } from './call-dialog.tsx'
import type { ContactCall } from './calls.ts'
import { CallsCard } from './calls-card.tsx'
import { ContactFields } from './contact-fields.tsx'
import { contactSetting } from './contact-setting.ts'
import type { ContactSubject } from './contact-setting.ts'
import { checkContact } from './contact-values.ts'
import type { ContactState } from './contact-values.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { newEntryId } from './entry-id.ts'
import { useFeatures } from './features.ts'
import { FallbackCard } from './parts/fallback-card.tsx'
import { withLeft } from './parts/left.ts'
import { defaultAccount } from './parts/target.ts'
import { takenSpeedDial, useSpeedDial } from './parts/use-speed-dial.ts'
import { SipOffNotice } from './sip-off-notice.tsx'

/** The form of a new contact. B §2. */
export const NewContactPage = () => <ContactPage />

/** The form of an existing contact, with its deletion. B §2. */
export function EditContactPage() {
  const id = useParam('id')
  return <ContactPage key={id} stored={id} />
}

/** @param props.stored the id of an existing contact */
function ContactPage({ stored }: { stored?: string }) {
  const text = useText()
  const organisationId = useParam('organisationId')
  const [ids] = useState(() => ({
    contact: stored ?? newEntryId(),
    fallback: newEntryId(),
    department: newEntryId(),
  }))
  const isNew = stored === undefined
  const accounts = useQuery(sipAccountsQuery)
  const account = defaultAccount(accounts.data ?? [])
  const subject = useMemo(
    () => ({ ids, organisationId, isNew, account }),
    [ids, organisationId, isNew, account],
  )
  const query = useQuery(contactSetting(subject).query)
  const [deleting, setDeleting] = useState(false)
  // What failed together is tried again together.
  const readAgain = () => {
    void query.refetch()
    return accounts.refetch()
  }
  const { data } = query
  const inside = data?.contact?.organisationId ?? organisationId
  const back =
    inside === '' || inside === OUTSIDE ? paths.phonebook() : paths.organisation({ id: inside })
  const gone = data !== undefined && !isNew && !data.contact && !deleting
  useLeaveWhenGone(gone, back, text('phonebook.contact.gone'))
  const homeless = isNew && organisationId !== OUTSIDE && data?.organisation === undefined
  useLeaveWhenGone(
    data !== undefined && homeless,
    paths.phonebook(),
    text('phonebook.organisation.gone'),
  )
  // While it is being deleted, its name is still asked for.
  const [shown, setShown] = useState(data)
  if (data?.contact && data !== shown) setShown(data)
  const { firstName = '', lastName = '' } = shown?.contact ?? {}
  const name = fullName({ firstName, lastName })
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
          data?.contact && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {text('phonebook.contact.delete')}
            </Button>
          )
        }
      />
      <QueryView query={{ ...accounts, refetch: readAgain }}>
        {(list) => (
          <QueryView query={query}>
            {(state) =>
              (isNew ? !homeless : state.contact) && (
                <ContactForm state={state} subject={subject} accounts={list} back={back} />
              )
            }
          </QueryView>
        )}
      </QueryView>
      <DeleteDialog
        kind="contact"
        id={ids.contact}
        owned={shown?.fallback ? [shown.fallback.id] : []}
        name={name}
        open={deleting}
        back={back}
        onClose={() => setDeleting(false)}
      />
    </>
  )
}

const titleId = (isNew: boolean) => (isNew ? 'pages.newContact' : 'pages.editContact')

function ContactForm(props: {
  state: ContactState
  subject: ContactSubject
  accounts: readonly ListedSipAccount[]
  /** The path of the page to return to. */
  back: string
}) {
  const { state, subject, accounts, back } = props
  const { ids, isNew } = subject
  const text = useText()
  const features = useFeatures()
  const setting = useMemo(() => contactSetting(subject), [subject])
  const openBack = useOpenAfterSave(back)
  const [editing, setEditing] = useState<{ before?: ContactCall }>()
  const {
    form: stored,
    changed,
    partly,
  } = useStoredForm(setting, {
    state,
    check: (values) => ({
      errors: checkContact(values, {
        features,
        accounts,
        taken: (dial) => takenSpeedDial(dial, ids.contact),
      }),
    }),
    onSaved: ({ sent }) => {
      showToast({ status: 'ok', text: text('ui.saved', { name: fullName(sent) }) })
      openBack()
    },
  })
  const submit = useSpeedDial(stored)
  const form = { ...withLeft(stored, partly, 'contact'), submit }
  return (
    <>
      <SettingsForm form={form} label={text(titleId(isNew))}>
        {changed && <ChangedNotice />}
        <SipOffNotice />
        <ContactFields form={form} state={state} features={features} />
        <CallsCard
          form={form}
          accounts={accounts}
          onAdd={() => setEditing({})}
          onEdit={(before) => setEditing({ before })}
        />
        <FallbackCard form={form} accounts={accounts} own={ids.contact} />
        {isNew && !state.contact ? (
          <CreateBar
            form={form}
            verb={text('phonebook.contact.add')}
            onCancel={() => history.navigate(back, { force: true })}
          />
        ) : (
          <SaveBar form={form} />
        )}
      </SettingsForm>
      {editing && (
        <CallDialog
          contact={form}
          before={editing.before}
          accounts={accounts}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}
