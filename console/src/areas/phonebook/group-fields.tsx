import { Card } from '@lintel/ui/card'
import { SwitchField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import type { Features } from './features.ts'
import { displayTaken } from './group-values.ts'
import type { GroupState, GroupValues } from './group-values.ts'
import { ImageField } from '../../app/image/image-field.tsx'
import { onDisplayQuery } from './parts/queries.ts'
import { SpeedDialField } from './parts/speed-dial-field.tsx'
import styles from './phonebook.module.css'

/** The name, button, speed dial and image of a call group. B §2. */
export function GroupFields(props: {
  form: Form<GroupValues>
  state: GroupState
  /** The id of the call group. */
  own: string
  features: Features
}) {
  const { form, state, own, features } = props
  const text = useText()
  return (
    <Card title={text('phonebook.group')}>
      <TextField form={form} name="label" label={text('phonebook.group.name')} autoComplete="off" />
      {features.display && <DisplayField form={form} own={own} />}
      {features.callKeypad && <SpeedDialField form={form} optional={!features.needsSpeedDial} />}
      <ImageField form={form} version={state.group?.version} />
    </Card>
  )
}

/** Whether the group is a button on the display, which has room for two; a tooltip names these. B §4, OPEN-60. */
function DisplayField({ form, own }: { form: Form<GroupValues>; own: string }) {
  const text = useText()
  const { data } = useQuery(onDisplayQuery)
  const isOn = useFieldValue(form, 'onDisplay')
  const [first, second] = displayTaken(data ?? [], own) ?? []
  const full =
    first &&
    second &&
    text('phonebook.group.onDisplay.full', { first: first.label, second: second.label })
  return (
    <div className={styles['row']} title={full}>
      <SwitchField
        form={form}
        name="onDisplay"
        label={text('phonebook.group.onDisplay')}
        help={full ?? text('phonebook.group.onDisplay.help')}
        // One that is on already can always be switched off.
        disabled={full !== undefined && !isOn}
      />
    </div>
  )
}
