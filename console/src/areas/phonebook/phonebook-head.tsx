import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import type { ReactNode } from 'react'
import { PageTabs } from '../../app/routing/page-tabs.tsx'

/** The top of the phonebook's tabs. B §2. */
export function PhonebookHead({ actions }: { actions?: ReactNode }) {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.phonebook')} note={text('phonebook.note')} actions={actions} />
      <PageTabs />
    </>
  )
}
