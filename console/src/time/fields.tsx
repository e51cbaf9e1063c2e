/** Parts of the form for the time source, used by the wizard and the console. */
import { RadioField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { SourceValues } from './source.ts'

/** @param dhcpServer the server that DHCP supplied; empty without one */
const serverOptions = (text: TextOf, dhcpServer: string) => [
  {
    value: 'dhcp',
    label: text('datetime.fromDhcp'),
    help:
      dhcpServer === ''
        ? text('datetime.fromDhcp.none')
        : text('datetime.fromDhcp.server', { server: dhcpServer }),
  },
  { value: 'named', label: text('datetime.named') },
]

/** The server that the time comes from: the one from DHCP, or one by name. */
export function ServerFields<V extends SourceValues>(props: {
  form: Form<V>
  label: string
  dhcpServer: string
}) {
  const { form, label, dhcpServer } = props
  const text = useText()
  const source = useFieldValue(form, 'source')
  return (
    <>
      <RadioField
        form={form}
        name="source"
        label={label}
        options={serverOptions(text, dhcpServer)}
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

/** Date and time as a person sets them. */
export function ManualFields<V extends SourceValues>({ form }: { form: Form<V> }) {
  const text = useText()
  return (
    <>
      <TextField
        form={form}
        name="date"
        label={text('datetime.date')}
        help={text('datetime.date.help')}
        mono
      />
      <TextField
        form={form}
        name="time"
        label={text('datetime.time')}
        help={text('datetime.time.help')}
        mono
      />
    </>
  )
}
