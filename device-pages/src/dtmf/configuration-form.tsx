import { getDtmfConfiguration, setDtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { ChangedMeanwhile, compareAndWrite } from '@lintel/contract/compare-and-write'
import { DeviceFault } from '@lintel/contract/fault'
import { problem } from '@lintel/contract/rules/problem'
import { CheckboxField, SwitchField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { device } from '../app/device.ts'
import { Task } from '../app/task.tsx'
import { checkNamed } from './checks.ts'
import type { DtmfState } from './read.ts'

interface ConfigurationFormProps {
  state: DtmfState
  configuration: DtmfConfiguration
  again: () => Promise<void>
  onClose: () => void
}

/** The two switches by their names in the call, and each trigger by `TRIGGER` and its id. */
type Values = Record<string, boolean>
const TRIGGER = 'trigger-'

/** How keys are taken in the calls of some accounts, and which triggers work there besides their own. */
export function ConfigurationForm(props: ConfigurationFormProps) {
  const { state, configuration, again, onClose } = props
  const text = useText()
  const { triggers = [] } = state
  const [opened] = useState(configuration)
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
        Array.from(checkNamed(opened.Id, namedIn(opened, typed), state), ([id, wrong]) => [
          TRIGGER + id,
          wrong,
        ]),
      ),
    }),
    async save(typed) {
      try {
        await save(opened, typed)
      } finally {
        await again()
      }
    },
    onSaved() {
      showToast({ status: 'ok', text: text('ui.saved', { name: opened.Name }) })
      onClose()
    },
    checkOn: 'submit',
    failure: problem('ui.notSaved'),
  })
  return (
    <Task
      form={form}
      title={text('ui.editNamed', { name: opened.Name })}
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
  )
}

const same = (a: DtmfConfiguration, b: DtmfConfiguration): boolean =>
  a.RFC2833 === b.RFC2833 &&
  a.RFC2976 === b.RFC2976 &&
  a.DTMFTriggerId.toSorted().join() === b.DTMFTriggerId.toSorted().join()

/** The triggers that the configuration is to name; those added since it was opened are not on the form. */
const namedIn = (opened: DtmfConfiguration, typed: Values): string[] => [
  ...opened.DTMFTriggerId.filter((id) => !(TRIGGER + id in typed)),
  ...Object.keys(typed).flatMap((name) =>
    name.startsWith(TRIGGER) && typed[name] ? [name.slice(TRIGGER.length)] : [],
  ),
]

async function save(opened: DtmfConfiguration, typed: Values): Promise<void> {
  const DTMFConfigurationId = opened.Id
  const wanted = {
    RFC2833: typed['RFC2833'] === true,
    RFC2976: typed['RFC2976'] === true,
    DTMFTriggerId: namedIn(opened, typed),
  }
  try {
    await compareAndWrite({
      read: async (options) =>
        (await device.call(getDtmfConfiguration, { DTMFConfigurationId }, options))
          .DTMFConfiguration,
      // What an earlier save without an answer stored is no change of somebody else.
      expected: (now) => same(now, opened) || same(now, { ...now, ...wanted }),
      write: (now, options) =>
        device.call(setDtmfConfiguration, { DTMFConfiguration: { ...now, ...wanted } }, options),
    })
  } catch (fault) {
    if (!(fault instanceof ChangedMeanwhile)) throw fault
    throw new DeviceFault('conflict', setDtmfConfiguration.id, '')
  }
}
