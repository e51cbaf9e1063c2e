import type { MessageId } from '@lintel/contract/messages'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { Framed } from '../../app/framed/framed.tsx'
import { PageTabs } from '../../app/routing/page-tabs.tsx'

/** What happens, and what the device does then. */
export const ActionRulesPage = () => <Tab page="action_rules" titleId="ui.actionRules" />

/** Where actions send something to. */
export const RecipientsPage = () => <Tab page="recipients" titleId="ui.recipients" />

/** When rules apply, and when contacts can be called. */
export const SchedulesPage = () => <Tab page="schedules" titleId="ui.schedules" />

/** What happens again and again. */
export const RecurrencesPage = () => <Tab page="recurrences" titleId="ui.recurrences" />

/** Events that a person causes. */
export const ManualTriggersPage = () => <Tab page="manual_triggers" titleId="ui.manualTrigger" />

/** The device's own page below the tabs, without its page head. A §2 Events (OPEN-118). */
function Tab({ page, titleId }: { page: string; titleId: MessageId }) {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.events')} note={text('events.note')} />
      <PageTabs />
      <Framed src={`/operator/${page}.shtml?aca=yes`} title={text(titleId)} views />
    </>
  )
}
