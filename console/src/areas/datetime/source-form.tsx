import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { SwitchField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useTick } from '../../app/clock/use-tick.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { ManualFields, ServerFields } from '../../time/fields.tsx'
import { manualAt } from '../../time/local-time.ts'
import { checkSource } from '../../time/source.ts'
import type { SourceValues } from '../../time/source.ts'
import type { TabProps } from './tab-props.ts'
import { sourceSetting } from './queries.ts'
import type { Source } from './queries.ts'

/** The time source: a server, or the person who types the time. A §3, A §4. */
export function SourceForm({ settings, time }: TabProps) {
  const text = useText()
  const { source, lastYear, dhcpServer } = settings
  const { form, changed, partly } = useStoredForm(sourceSetting, {
    state: settings,
    running: manualAt(time, useTick(time)),
    // Other people's changes don't hide the fields being typed into.
    hold: true,
    check: (typed) => ({ errors: checkSource(typed, lastYear) }),
    half: problem('datetime.half.title'),
    onSaved: () => showToast({ status: 'ok', text: text('datetime.saved') }),
    onFailed: refuseServer,
  })
  const automatic = useFieldValue(form, 'automatic')
  return (
    <SettingsForm form={form} label={text('pages.datetime')}>
      {changed && (
        <ChangedNotice>
          {text('datetime.changed', {
            source: text(`datetime.is.${nameOf(source)}`, { server: source.server }),
          })}
        </ChangedNotice>
      )}
      {partly && <Notice status="warn">{text('datetime.half')}</Notice>}
      {form.saving && automatic && <Loading label={text('datetime.settling')} />}
      <Card title={text('datetime.source')}>
        <SwitchField
          form={form}
          name="automatic"
          label={text('datetime.automatic')}
          help={text('datetime.automatic.help')}
        />
        {automatic ? (
          <ServerFields form={form} label={text('datetime.server')} dhcpServer={dhcpServer} />
        ) : (
          <ManualFields form={form} />
        )}
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}

const nameOf = ({ automatic, source }: Source) => (automatic ? source : 'manual')

/** The server's field shows that its save failed. A §8. */
function refuseServer(fault: unknown, sent: SourceValues, { methods }: Form<SourceValues>): void {
  if (fault instanceof ChangedMeanwhile || !sent.automatic || sent.source !== 'named') return
  const failed = problem('storage.genericErrorMessage')
  methods.setError('server', { type: 'device', message: failed.id, problem: failed } as never)
}
