import type { Capabilities } from '@lintel/contract/capabilities'
import { COMM_MODES, KEY_TYPES, SECRET_SET } from '@lintel/contract/card-reader'
import type { CardReaderConfiguration, CardType, DataSource } from '@lintel/contract/card-reader'
import { encryptionFor, keyBytes } from '@lintel/contract/rules/card-data'
import { readerLimits } from '@lintel/contract/rules/card-reader'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { PasswordField, SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { useId, useState } from 'react'
import { checkData, configIn, dataValues, newData } from './data-configs.ts'
import type { DataItem, DataValues } from './data-configs.ts'
import { useNames } from './names.ts'
import { validatorsOf } from './reader-state.ts'

/** The data that are read from a card, by its type. B §4, B §5 Card data forms. */
export function DataDialog(props: {
  state: CardReaderConfiguration
  capabilities: Partial<Capabilities>
  type: CardType
  /** Undefined for new data. */
  item?: DataItem | undefined
  source: DataSource
  /** The data of the card type as the form has them. */
  items: readonly DataItem[]
  onKeep: (item: DataItem) => void
  onClose: () => void
}) {
  const { state, capabilities, type, item, source, items, onKeep, onClose } = props
  const text = useText()
  const kind = { cardType: type, dataSource: source }
  const validators = validatorsOf(capabilities)
  // No entry of the device begins with a space.
  const newId = ` ${useId()}`
  const [values] = useState(() => (item ? dataValues(item.config) : newData(kind)))
  const others = [
    ...state.CardDataConfigs.filter(({ cardType }) => cardType !== type).map(({ name }) => name),
    ...items.filter(({ id }) => id !== item?.id).map(({ config }) => config.name),
  ]
  const form = useSettingsForm<DataValues>({
    values,
    check: (typed) => ({ errors: checkData(typed, kind, others, item?.config, validators) }),
    checkOn: 'submit',
    // oxlint-disable-next-line require-await -- adding it to the other form takes no time
    async save(typed) {
      const config = configIn(typed, kind, item?.config)
      onKeep({ id: item?.id ?? newId, stored: item?.stored ?? '', config })
    },
    onSaved: onClose,
  })
  const encryption = encryptionFor(type, source)
  const title = item
    ? text('ui.editNamed', { name: item.config.name })
    : text(source === 'Data' ? 'reader.data.addData' : 'reader.data.addCSN')
  const offset = readerLimits('offsetBits', validators)
  const count = readerLimits('countBits', validators)
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        <TextField form={form} name="name" label={text('ui.name')} autoComplete="off" />
        {encryption === 'DESFireEncryption' && <DesfireFields form={form} />}
        {encryption === 'MifareClassicEncryption' && <ClassicFields form={form} />}
        {encryption === 'MifareULEncryption' && (
          <KeyField form={form} name="key" help={text('reader.data.key.help')} />
        )}
        <TextField
          form={form}
          name="offsetBits"
          label={text('reader.data.offset')}
          help={text('reader.data.offset.help', { ...offset })}
          inputMode="numeric"
          optional
        />
        <TextField
          form={form}
          name="countBits"
          label={text('reader.data.count')}
          help={text('reader.data.count.help', { ...count })}
          inputMode="numeric"
          optional
        />
        <SwitchField form={form} name="enabled" label={text('reader.data.enabled')} />
        <SwitchField
          form={form}
          name="required"
          label={text('reader.data.required')}
          help={text('reader.data.required.help')}
        />
        <SwitchField
          form={form}
          name="useAsUid"
          label={text('reader.data.useAsUid')}
          help={text('reader.data.useAsUid.help')}
        />
        <FormActions form={form} verb={text(item ? 'reader.data.keep' : 'reader.data.add')}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}

interface FieldsProps {
  form: Form<DataValues>
}

/** A key in hexadecimal; a stored one shows as its mask. */
function KeyField(props: FieldsProps & { name: 'key' | 'keyA' | 'keyB'; help: string }) {
  const { form, name, help } = props
  const text = useText()
  const label = text(`reader.data.${name}`)
  const stored = useFieldValue(form, name) === SECRET_SET
  return (
    <PasswordField
      form={form}
      name={name}
      label={label}
      help={stored ? `${help} ${text('reader.data.key.stored')}` : help}
      revealLabel={text('reader.data.showKey', { key: label })}
      foreign
    />
  )
}

/** A file of an application. B §3 (READER-41). */
function DesfireFields({ form }: FieldsProps) {
  const text = useText()
  const names = useNames()
  const keyType = useFieldValue(form, 'keyType')
  return (
    <>
      <TextField
        form={form}
        name="AID"
        label={text('reader.data.AID')}
        help={text('reader.data.AID.help')}
        autoComplete="off"
        mono
      />
      <TextField
        form={form}
        name="fileNbr"
        label={text('reader.data.fileNbr')}
        inputMode="numeric"
      />
      <SelectField
        form={form}
        name="commMode"
        label={text('reader.data.commMode')}
        options={COMM_MODES.map((value) => ({ value, label: names('commMode', value) }))}
      />
      <SelectField
        form={form}
        name="keyType"
        label={text('reader.data.keyType')}
        options={KEY_TYPES.map((value) => ({ value, label: names('keyType', value) }))}
      />
      <TextField form={form} name="keyNbr" label={text('reader.data.keyNbr')} inputMode="numeric" />
      <KeyField
        form={form}
        name="key"
        help={text('reader.data.keyOf.help', { digits: keyBytes(keyType) * 2 })}
      />
    </>
  )
}

/** Blocks from one on, read with one of two keys. B §3 (READER-44). */
function ClassicFields({ form }: FieldsProps) {
  const text = useText()
  const help = text('reader.data.keyOf.help', { digits: 12 })
  return (
    <>
      <KeyField form={form} name="keyA" help={help} />
      <KeyField form={form} name="keyB" help={help} />
      <TextField
        form={form}
        name="startSector"
        label={text('reader.data.startSector')}
        inputMode="numeric"
      />
      <TextField
        form={form}
        name="startBlock"
        label={text('reader.data.startBlock')}
        inputMode="numeric"
      />
      <SwitchField
        form={form}
        name="skipLastBlock"
        label={text('reader.data.skipLastBlock')}
        help={text('reader.data.skipLastBlock.help')}
      />
    </>
  )
}
