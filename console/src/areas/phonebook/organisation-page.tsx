import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { usePagedList } from '../../app/list/paged-list.ts'
import { QueryView } from '../../app/query-view.tsx'
import { useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone } from '../../app/routing/leave-page.ts'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { callGroupSort, CallGroupTable } from './call-group-table.tsx'
import { contactSort, ContactTable } from './contact-table.tsx'
import { useFeatures } from './features.ts'
import { callGroupsSource, contactsSource } from './lists.ts'
import { organisationQuery } from './queries.ts'
import { SipOffNotice } from './sip-off-notice.tsx'

/** The contacts of an organisation. B §2. */
export function ContactsPage() {
  const text = useText()
  const id = useParam('id')
  return (
    <OrganisationPage
      add={
        <LinkButton kind="primary" href={hrefTo(paths.addContact({ organisationId: id }))}>
          {text('pages.newContact')}
        </LinkButton>
      }
    >
      <Contacts id={id} />
    </OrganisationPage>
  )
}

/** The call groups of an organisation. B §2, OPEN-50. */
export function CallGroupsPage() {
  const text = useText()
  const id = useParam('id')
  return (
    <OrganisationPage
      add={
        <LinkButton kind="primary" href={hrefTo(paths.addCallGroup({ organisationId: id }))}>
          {text('pages.newCallGroup')}
        </LinkButton>
      }
    >
      <CallGroups id={id} />
    </OrganisationPage>
  )
}

function OrganisationPage({ add, children }: { add: ReactNode; children: ReactNode }) {
  const text = useText()
  const id = useParam('id')
  const query = useQuery(organisationQuery(id))
  const { data: entry } = query
  useLeaveWhenGone(entry === null, paths.phonebook(), text('phonebook.organisation.gone'))
  return (
    <>
      <PageHead
        title={entry ? entry.label : text('pages.organisation')}
        note={entry?.description}
        trail={[{ label: text('pages.phonebook'), href: hrefTo(paths.phonebook()) }]}
        actions={
          entry && (
            <>
              <LinkButton href={hrefTo(paths.editOrganisation({ id }))}>
                {text('pages.editOrganisation')}
              </LinkButton>
              {add}
            </>
          )
        }
      />
      <PageTabs />
      <SipOffNotice />
      <QueryView query={query}>{(found) => found && children}</QueryView>
    </>
  )
}

function Contacts({ id }: { id: string }) {
  const text = useText()
  const list = usePagedList(
    useMemo(() => contactsSource(id), [id]),
    contactSort(useFeatures()),
  )
  return (
    <Card>
      <ContactTable
        list={list}
        empty={text('phonebook.contacts.empty')}
        filterLabel={text('phonebook.contacts.find')}
      />
    </Card>
  )
}

function CallGroups({ id }: { id: string }) {
  const list = usePagedList(
    useMemo(() => callGroupsSource(id), [id]),
    callGroupSort(useFeatures()),
  )
  return (
    <Card>
      <CallGroupTable list={list} />
    </Card>
  )
}
