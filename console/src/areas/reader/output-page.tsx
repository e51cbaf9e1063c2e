import { checkOutputFormat, readerLimits } from '@lintel/contract/rules/card-reader'
import type { ReaderNumber } from '@lintel/contract/rules/card-reader'
import { Card } from '@lintel/ui/card'
import { SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFormValues } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { optionsOf, useNames } from './names.ts'
import { shownOutput } from './output-values.ts'
import type { OutputField, OutputValues } from './output-values.ts'
import { outputSetting } from './queries.ts'
import { BYTE_REVERSAL, validatorsOf } from './reader-state.ts'
import { ReaderTab } from './reader-tab.tsx'
import type { ReaderProps } from './reader-tab.tsx'

/** In which form the bits of a card are passed on. B §2, B §5. */
export function OutputPage() {
  return <ReaderTab>{(props) => <OutputForm {...props} />}</ReaderTab>
}

function OutputForm({ state, capabilities }: ReaderProps) {
  const text = useText()
  const names = useNames()
  const {
    SupportedCardOutputFormat: formats = [],
    SupportedFacilityCodeOverrideMode: modes = [],
    SupportedParityType: parities = [],
    CompatibilityConfigs: compatibility = [],
  } = capabilities
  const validators = validatorsOf(capabilities)
  const { form, shown, changed } = useStoredForm(outputSetting, {
    state,
    check: (values) => ({ errors: checkOutputFormat(values, validators) }),
    onSaved: () => showToast({ status: 'ok', text: text('reader.output.saved') }),
  })
  const fields = shownOutput(useFormValues(form))
  const title = text('reader.tab.output')
  const bitsOf = (name: ReaderNumber) =>
    text('reader.output.bits', { ...readerLimits(name, validators) })
  const isCustom = fields.has('cardNumberSize')
  return (
    <SettingsForm form={form} label={title}>
      {changed && <ChangedNotice />}
      {formats.length === 0 && (
        <Notice status="info" title={text('reader.output.none')}>
          {text('reader.output.none.next')}
        </Notice>
      )}
      {formats.length > 0 && (
        <Card title={title} note={text('reader.output.note')}>
          <SelectField
            form={form}
            name="cardFormat"
            label={text('reader.output.format')}
            options={optionsOf(formats, shown.cardFormat, (value) => names('format', value))}
          />
          {fields.has('cardFacilityCodeOverrideMode') && (
            <SelectField
              form={form}
              name="cardFacilityCodeOverrideMode"
              label={text('reader.output.override')}
              help={text('reader.output.override.help')}
              options={optionsOf(modes, shown.cardFacilityCodeOverrideMode, (value) =>
                names('override', value),
              )}
            />
          )}
          {fields.has('cardFacilityCode') && (
            <TextField
              form={form}
              name="cardFacilityCode"
              label={text('reader.facilityCode')}
              inputMode="numeric"
            />
          )}
        </Card>
      )}
      {formats.length > 0 && isCustom && (
        <Card title={text('reader.output.custom')}>
          {(['facilityCodeSize', 'cardNumberSize'] as const).map((name) => (
            <TextField
              key={name}
              form={form}
              name={name}
              label={text(`reader.output.${name}`)}
              help={bitsOf(name)}
              inputMode="numeric"
            />
          ))}
          {(['startParity', 'stopParity'] as const).map((name) => (
            <Parity
              key={name}
              {...{ form, name, fields, bitsOf }}
              options={optionsOf(parities, shown[name], (value) => names('parity', value))}
            />
          ))}
        </Card>
      )}
      {compatibility.some(({ Name }) => Name === BYTE_REVERSAL) && (
        <Card title={text('reader.compatibility')}>
          <SwitchField
            form={form}
            name="byteReversal"
            label={text('reader.byteReversal')}
            help={text('reader.byteReversal.help')}
          />
        </Card>
      )}
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** A parity bit, and over how many bits it goes. */
function Parity(props: {
  form: Form<OutputValues>
  name: 'startParity' | 'stopParity'
  fields: ReadonlySet<OutputField>
  options: readonly { value: string; label: string }[]
  /** Tells how many bits a field can have. */
  bitsOf: (name: ReaderNumber) => string
}) {
  const { form, name, fields, options, bitsOf } = props
  const text = useText()
  const bits = `${name}Bits` as const
  return (
    <>
      <SelectField
        form={form}
        name={name}
        label={text(`reader.output.${name}`)}
        options={options}
      />
      {fields.has(bits) && (
        <TextField
          form={form}
          name={bits}
          label={text(`reader.output.${bits}`)}
          help={bitsOf(bits)}
          inputMode="numeric"
        />
      )}
    </>
  )
}
