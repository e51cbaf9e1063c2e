import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { ListView } from '@lintel/ui/list'
import { useListView } from '../../app/list/list-view.ts'
import { usePagedView } from '../../app/list/paged-list.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { contactSort, ContactTable } from './contact-table.tsx'
import { useFeatures } from './features.ts'
import { foundContactsSource, organisationsSource } from './lists.ts'
import { OrganisationTable } from './organisation-table.tsx'
import { PhonebookHead } from './phonebook-head.tsx'
import { SipOffNotice } from './sip-off-notice.tsx'

/** The organisations, and the contacts of all of them that the same filter finds. B §2. */
export function PhonebookPage() {
  const text = useText()
  const features = useFeatures()
  const [view, onView] = useListView(BY_LABEL)
  const organisations = usePagedView(organisationsSource, [view, onView])
  const [sort, setSort] = useState<ListView['sort']>()
  const contacts = usePagedView(foundContactsSource, [
    { sort: sort ?? contactSort(features), filter: view.filter },
    (next) => setSort(next.sort),
  ])
  const isFiltered = view.filter.trim() !== ''
  const nobody =
    contacts.status === 'loading' || (contacts.status === 'ready' && contacts.count === 0)
  return (
    <>
      <PhonebookHead
        actions={
          <>
            {features.callKeypad && (
              <LinkButton
                href={hrefTo(paths.printContacts())}
                icon={<Printer size={16} aria-hidden="true" />}
              >
                {text('pages.printContacts')}
              </LinkButton>
            )}
            <LinkButton kind="primary" href={hrefTo(paths.addOrganisation())}>
              {text('pages.newOrganisation')}
            </LinkButton>
          </>
        }
      />
      <SipOffNotice />
      <Card title={text('phonebook.organisations')}>
        <OrganisationTable list={organisations} foundElsewhere={isFiltered && !nobody} />
      </Card>
      {(isFiltered || !nobody) && (
        <Card title={text(isFiltered ? 'phonebook.contacts' : 'phonebook.outside')}>
          <ContactTable list={contacts} place={isFiltered ? 'organisation' : 'none'} empty="" />
        </Card>
      )}
    </>
  )
}

const BY_LABEL = { by: 'label', descending: false }
