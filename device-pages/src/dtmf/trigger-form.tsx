import {
  addDtmfTrigger,
  getDtmfTriggers,
  removeDtmfTrigger,
  updateDtmfTrigger,
} from '@lintel/contract/calls/dtmf-triggers'
import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { PAGE_LIMIT } from '@lintel/contract/collection'
import { EVERY_ACCOUNT } from '@lintel/contract/rules/dtmf'
import { millisecondsIn } from '@lintel/contract/rules/io-port'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { SelectField, TextField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import { DeletedNotice } from '../app/deleted-notice.tsx'
import { device } from '../app/device.ts'
import { Task } from '../app/task.tsx'
import { useAction } from '../app/use-action.ts'
import { checkTrigger, codeIn } from './checks.ts'
import type { TriggerValues } from './checks.ts'
import { useAccountName, useOutputName } from './names.ts'
import type { DtmfState } from './read.ts'

/** A door opens in that time. */
const PROPOSED_SECONDS = '3'

interface TriggerFormProps {
  state: DtmfState
  /** Undefined for a new one. */
  opened: DtmfTrigger | undefined
  /** Whether it has been removed since. */
  isGone: boolean
  again: () => Promise<void>
  onClose: () => void
}

const valuesOf = ({ name, code, account, port, pulse }: DtmfTrigger): TriggerValues => ({
  name,
  code,
  account,
  port: String(port),
  seconds: String(pulse / 1000),
})

/** A trigger: a new one, or one that is changed or deleted. */
export function TriggerForm({ state, opened, isGone, again, onClose }: TriggerFormProps) {
  const text = useText()
  const { accounts, outputs } = state
  const accountName = useAccountName(accounts)
  const outputName = useOutputName(outputs)
  const [values] = useState<TriggerValues>(() =>
    opened
      ? valuesOf(opened)
      : {
          name: '',
          code: '',
          account: EVERY_ACCOUNT,
          port: String(outputs[0]?.port ?? ''),
          seconds: PROPOSED_SECONDS,
        },
  )
  const form = useSettingsForm({
    values,
    check: (typed) => ({
      errors: checkTrigger(typed, state, opened?.id),
    }),
    async save(typed) {
      try {
        await save(typed, isGone ? undefined : opened)
      } finally {
        await again()
      }
    },
    onSaved({ name }) {
      showToast({ status: 'ok', text: text('ui.saved', { name }) })
      onClose()
    },
    checkOn: 'submit',
    failure: problem('ui.notSaved'),
  })
  const ports = [...new Set([...outputs.map(({ port }) => port), ...(opened ? [opened.port] : [])])]
  const ids = [...new Set([EVERY_ACCOUNT, ...accounts.map(({ id }) => id), values.account, ''])]
  return (
    <>
      {isGone && <DeletedNotice title={text('dtmf.gone')} />}
      <Task
        form={form}
        title={opened ? text('ui.editNamed', { name: opened.name }) : text('dtmf.add')}
        verb={opened ? text('ui.save') : text('dtmf.add')}
        onCancel={onClose}
      >
        <TextField form={form} name="name" label={text('ui.name')} autoComplete="off" />
        <TextField
          form={form}
          name="code"
          label={text('dtmf.code')}
          help={text('dtmf.code.help')}
          autoComplete="off"
          mono
        />
        <SelectField
          form={form}
          name="account"
          label={text('dtmf.account')}
          help={text('dtmf.account.help')}
          options={ids.map((id) => ({ value: id, label: accountName(id) }))}
        />
        <SelectField
          form={form}
          name="port"
          label={text('dtmf.output')}
          options={ports.map((port) => ({ value: String(port), label: outputName(port) }))}
        />
        <TextField
          form={form}
          name="seconds"
          label={text('dtmf.pulse')}
          help={text('dtmf.pulse.help')}
          inputMode="decimal"
          autoComplete="off"
        />
      </Task>
      {opened && !isGone && <Deletion trigger={opened} again={again} onClose={onClose} />}
    </>
  )
}

/** A save whose response was lost has succeeded if the device has what was typed. */
async function save(typed: TriggerValues, opened: DtmfTrigger | undefined): Promise<void> {
  const { name, code, account, port, seconds } = typed
  const written = {
    name,
    code: codeIn(code),
    account,
    port: Number(port),
    pulse: millisecondsIn(seconds),
  }
  try {
    if (opened) {
      const { id, version } = opened
      await device.call(updateDtmfTrigger, { ...written, id, version })
    } else {
      await device.call(addDtmfTrigger, written)
    }
  } catch (fault) {
    const names = Object.keys(written) as (keyof typeof written)[]
    const isStored = (await triggersNow())?.some((one) =>
      names.every((name) => one[name] === written[name]),
    )
    if (!isStored) throw fault
  }
}

const triggersNow = async (): Promise<readonly DtmfTrigger[] | undefined> =>
  (await device.call(getDtmfTriggers, { limit: PAGE_LIMIT }).catch(() => undefined))?.items

function Deletion(props: { trigger: DtmfTrigger } & Pick<TriggerFormProps, 'again' | 'onClose'>) {
  const { trigger, again, onClose } = props
  const { id, version, name } = trigger
  const text = useText()
  const faultText = useFaultText()
  const action = useAction(again)

  async function remove(): Promise<void> {
    try {
      await device.call(removeDtmfTrigger, { id, version })
    } catch (fault) {
      const now = await triggersNow()
      if (!now || now.some((one) => one.id === id)) throw fault
    }
    showToast({ status: 'ok', text: text('ui.deleted', { name }) })
    onClose()
  }

  return (
    <>
      {action.failure !== undefined && (
        <Notice status="crit" title={text('ui.notDone')}>
          {faultText(action.failure)}
        </Notice>
      )}
      <Card title={text('dtmf.delete')}>
        <ConfirmInPlace
          verb={text('dtmf.delete')}
          question={<Text id="dtmf.confirmDelete" values={{ name }} />}
          busy={action.busy}
          onConfirm={() => action.run(remove)}
        />
      </Card>
    </>
  )
}
