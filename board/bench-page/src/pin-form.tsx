import { enterPin } from '@lintel/contract/bench-reader'
import { problem } from '@lintel/contract/rules/problem'
import { TextField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { BenchForm } from './bench-form.tsx'
import { sendCommand } from './command.ts'

/** Types a PIN at a reader, from 1. */
export function PinForm({ reader }: { reader: number }) {
  const text = useText()
  const form = useSettingsForm({
    values: { pin: '' },
    check: ({ pin }) => ({
      errors: /^\d{1,32}$/.test(pin) ? {} : { pin: problem('bench.reader.pinRule') },
    }),
    save: ({ pin }) => sendCommand(enterPin, { keys: pin, reader }),
    checkOn: 'submit',
    failure: problem('ui.notDone'),
    passing: true,
  })
  return (
    <BenchForm
      form={form}
      label={text('bench.reader.pin')}
      columns={3}
      verb={text('bench.reader.enterPin')}
    >
      <TextField form={form} name="pin" label={text('bench.reader.pin')} inputMode="numeric" mono />
    </BenchForm>
  )
}
