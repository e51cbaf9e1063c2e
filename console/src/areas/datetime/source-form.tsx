import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { RadioField, SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useState } from 'react'
import { useTick } from '../../app/clock/use-tick.ts'
import { manualAt } from '../../time/local-time.ts'
import { checkSource } from '../../time/source.ts'
import type { SourceValues } from '../../time/source.ts'
import type { TabProps } from './tab-props.ts'
import { ChangedMeanwhile, ClockNotSet, sameSource, saveSource } from './queries.ts'
import type { Source } from './queries.ts'

/** Where the time comes from: a server, or the person who types it. A §3, A §4. */
export function SourceForm({ settings, time }: TabProps) {
  const text = useText()
  const { source, lastYear, dhcpServer } = settings
  const [told, setTold] = useState<'changed' | 'half'>()
  // What the person has seen: while something is typed, others' changes do not become its base, nor
  // do they take away the fields in which it is typed.
  const [base, setBase] = useState<Source>(source)
  const [shown, setShown] = useState<Source>(source)
  const clock = manualAt(time, useTick(time))
  const [atSave, setAtSave] = useState<typeof clock>()
  const values: SourceValues = { ...shown, ...(atSave ?? clock) }
  const form = useSettingsForm<SourceValues>({
    values,
    check: (typed) => ({ errors: checkSource(typed, lastYear) }),
    save: async (sent) => {
      setTold(undefined)
      // What the clock shows in the meantime is nothing that somebody typed.
      setAtSave(clock)
      try {
        await saveSource(base, sent, isTyped(form))
        setBase(sent)
      } catch (fault) {
        if (fault instanceof ChangedMeanwhile) {
          setTold('changed')
          setBase(fault.now.source)
          throw fault
        }
        if (fault instanceof ClockNotSet) {
          setTold('half')
          setBase({ ...sent })
          throw fault.cause
        }
        refuseServer(form, sent)
        throw fault
      } finally {
        setAtSave(undefined)
      }
    },
    onSaved: () => showToast({ status: 'ok', text: text('datetime.saved') }),
  })
  if (!form.dirty && shown !== source) {
    setBase(source)
    setShown(source)
  }
  useStoredAfterAll(form, source)
  const automatic = useFieldValue(form, 'automatic')
  return (
    <SettingsForm form={form} label={text('datetime.tab.dateTime')}>
      {told && (
        <Notice status="warn" title={text(`datetime.${told}.title`)}>
          {text(`datetime.${told}`, {
            source: text(`datetime.is.${nameOf(source)}`, { server: source.server }),
          })}
        </Notice>
      )}
      {form.saving && automatic && <Loading label={text('datetime.settling')} />}
      <Card title={text('datetime.source')}>
        <SwitchField
          form={form}
          name="automatic"
          label={text('datetime.automatic')}
          help={text('datetime.automatic.help')}
        />
        {automatic ? (
          <Server form={form} dhcpServer={dhcpServer} />
        ) : (
          <>
            <TextField
              form={form}
              name="date"
              label={text('datetime.date')}
              help="DD/MM/YYYY"
              mono
            />
            <TextField form={form} name="time" label={text('datetime.time')} help="HH:mm" mono />
          </>
        )}
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}

const nameOf = ({ automatic, source }: Source) => (automatic ? source : 'manual')

function Server({ form, dhcpServer }: { form: Form<SourceValues>; dhcpServer: string }) {
  const text = useText()
  const source = useFieldValue(form, 'source')
  return (
    <>
      <RadioField
        form={form}
        name="source"
        label={text('datetime.server')}
        options={[
          {
            value: 'dhcp',
            label: text('datetime.fromDhcp'),
            help:
              dhcpServer === ''
                ? text('datetime.fromDhcp.none')
                : text('datetime.fromDhcp.server', { server: dhcpServer }),
          },
          { value: 'named', label: text('datetime.named') },
        ]}
      />
      {source === 'named' && (
        <TextField
          form={form}
          name="server"
          label={text('datetime.ntpServer')}
          help={text('datetime.ntpServer.help')}
          mono
        />
      )}
    </>
  )
}

/** Whether somebody typed a time; otherwise the fields show what the clock does. */
const isTyped = ({ methods }: Pick<Form<SourceValues>, 'methods'>): boolean =>
  methods.getFieldState('date').isDirty || methods.getFieldState('time').isDirty

/** The field of the server says that its save failed. A §8. */
function refuseServer({ methods }: Form<SourceValues>, sent: SourceValues): void {
  if (!sent.automatic || sent.source !== 'named') return
  const failed = problem('storage.genericErrorMessage')
  methods.setError('server', { type: 'device', message: failed.id, problem: failed } as never)
}

/** An answer that got lost hid a success: once the device has what was sent, that is saved. */
function useStoredAfterAll(form: Form<SourceValues>, source: Source): void {
  const { dirty, saving, failure, methods, settle } = form
  useEffect(() => {
    if (!dirty || saving || !failure) return
    const values = { ...methods.getValues() }
    if (!isTyped({ methods }) && sameSource(source, values)) settle(values)
  }, [dirty, saving, failure, methods, settle, source])
}
