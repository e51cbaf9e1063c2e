import { checkPin, readerLimits } from '@lintel/contract/rules/card-reader'
import { Card } from '@lintel/ui/card'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { pinSetting } from './queries.ts'
import { validatorsOf } from './reader-state.ts'
import { ReaderTab } from './reader-tab.tsx'
import type { ReaderProps } from './reader-tab.tsx'

/** How long PINs are, and how fast they have to be typed. B §2, B §5. */
export function PinPage() {
  return <ReaderTab>{(props) => <PinForm {...props} />}</ReaderTab>
}

function PinForm({ state, capabilities }: ReaderProps) {
  const text = useText()
  const validators = validatorsOf(capabilities)
  const { form, changed } = useStoredForm(pinSetting, {
    state,
    check: (values) => ({ errors: checkPin(values, validators) }),
    onSaved: () => showToast({ status: 'ok', text: text('reader.pin.saved') }),
  })
  const title = text('reader.tab.pin')
  const length = readerLimits('pinLength', validators)
  const timeout = readerLimits('pinTimeout', validators)
  return (
    <SettingsForm form={form} label={title}>
      {changed && <ChangedNotice />}
      <Card title={title}>
        <TextField
          form={form}
          name="pinLength"
          label={text('reader.pin.length')}
          help={text(length.min === 0 ? 'reader.pin.length.orOff' : 'reader.pin.length.help', {
            min: Math.max(1, length.min),
            max: length.max,
          })}
          inputMode="numeric"
        />
        <TextField
          form={form}
          name="pinTimeout"
          label={text('reader.pin.timeout')}
          help={text('reader.pin.timeout.help', { ...timeout })}
          inputMode="numeric"
        />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
