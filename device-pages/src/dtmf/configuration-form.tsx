import { getDtmfConfiguration, setDtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import type { CallOptions } from '@lintel/contract/client'
import { ChangedMeanwhile, compareAndWrite } from '@lintel/contract/compare-and-write'
import { DeviceFault } from '@lintel/contract/fault'
import { problem } from '@lintel/contract/rules/problem'
import { CheckboxField, SwitchField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { DeletedNotice } from '../app/deleted-notice.tsx'
import { device } from '../app/device.ts'
import { Task } from '../app/task.tsx'
import { checkNamed } from './checks.ts'
import { useConfigurationName } from './names.ts'
import type { DtmfState } from './read.ts'

interface ConfigurationFormProps {
  state: DtmfState
  opened: DtmfConfiguration
  /** Whether it has been removed since. */
  isGone: boolean
  again: () => Promise<void>
  onClose: () => void
}

/** The two switches by their names in the call, and each trigger by `TRIGGER` and its id. */
type Values = Record<string, boolean>
const TRIGGER = 'trigger-'

/** How keys are taken in the calls of some accounts, and which triggers work there besides their own. */
export function ConfigurationForm(props: ConfigurationFormProps) {
  const { state, opened, isGone, again, onClose } = props
  const text = useText()
  const name = useConfigurationName()(opened)
  const { triggers = [] } = state
  const [values] = useState<Values>(() => ({
    RFC2833: opened.RFC2833,
    RFC2976: opened.RFC2976,
    ...Object.fromEntries(
      triggers.map(({ id }) => [TRIGGER + id, opened.DTMFTriggerId.includes(id)]),
    ),
  }))
  const form = useSettingsForm<Values>({
    values,
    check: (typed) => ({
      errors: Object.fromEntries(
        Array.from(
          checkNamed(opened.Id, namedIn(opened, typed, triggers), state),
          ([id, wrong]) => [TRIGGER + id, wrong],
        ),
      ),
    }),
    async save(typed) {
      try {
        await save(opened, wantedOf(opened, typed, triggers), isGone)
      } finally {
        await again()
      }
    },
    onSaved() {
      showToast({ status: 'ok', text: text('ui.saved', { name }) })
      onClose()
    },
    checkOn: 'submit',
    failure: problem('ui.notSaved'),
  })
  return (
    <>
      {isGone && <DeletedNotice title={text('dtmf.gone')} />}
      <Task
        form={form}
        title={text('ui.editNamed', { name })}
        verb={text('ui.save')}
        onCancel={onClose}
      >
        <SwitchField
          form={form}
          name="RFC2833"
          label={text('dtmf.rfc2833')}
          help={text('dtmf.rfc2833.help')}
        />
        <SwitchField
          form={form}
          name="RFC2976"
          label={text('dtmf.rfc2976')}
          help={text('dtmf.rfc2976.help')}
        />
        {triggers.map(({ id, name, code }, index) => (
          <CheckboxField
            key={id}
            form={form}
            name={TRIGGER + id}
            group={index === 0 ? text('dtmf.included') : undefined}
            label={text('dtmf.included.one', { name, code })}
          />
        ))}
      </Task>
    </>
  )
}

const same = (a: DtmfConfiguration, b: DtmfConfiguration): boolean =>
  a.RFC2833 === b.RFC2833 &&
  a.RFC2976 === b.RFC2976 &&
  a.DTMFTriggerId.toSorted().join() === b.DTMFTriggerId.toSorted().join()

type Triggers = NonNullable<DtmfState['triggers']>

/** The triggers that the configuration is to name. Those that the page can't show stay named. */
const namedIn = (opened: DtmfConfiguration, typed: Values, triggers: Triggers): string[] => [
  ...opened.DTMFTriggerId.filter((id) => !(TRIGGER + id in typed)),
  ...triggers.map(({ id }) => id).filter((id) => typed[TRIGGER + id] === true),
]

type Wanted = Pick<DtmfConfiguration, 'RFC2833' | 'RFC2976' | 'DTMFTriggerId'>

const wantedOf = (opened: DtmfConfiguration, typed: Values, triggers: Triggers): Wanted => ({
  RFC2833: typed['RFC2833'] === true,
  RFC2976: typed['RFC2976'] === true,
  DTMFTriggerId: namedIn(opened, typed, triggers),
})

async function save(opened: DtmfConfiguration, wanted: Wanted, isGone: boolean): Promise<void> {
  const DTMFConfigurationId = opened.Id
  const write = (now: DtmfConfiguration, options: CallOptions = {}) =>
    device.call(setDtmfConfiguration, { DTMFConfiguration: { ...now, ...wanted } }, options)
  if (isGone) {
    await write(opened)
    return
  }
  try {
    await compareAndWrite({
      read: async (options) =>
        (await device.call(getDtmfConfiguration, { DTMFConfigurationId }, options))
          .DTMFConfiguration,
      // What an earlier save without an answer stored is no change of somebody else.
      expected: (now) => same(now, opened) || same(now, { ...now, ...wanted }),
      write,
    })
  } catch (fault) {
    if (!(fault instanceof ChangedMeanwhile)) throw fault
    throw new DeviceFault('conflict', setDtmfConfiguration.id, '')
  }
}
