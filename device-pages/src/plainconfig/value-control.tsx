import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'
import { yesNo } from '@lintel/contract/parameters/codec'
import field from '@lintel/ui/fields.module.css'
import { useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { isSecret } from './groups.ts'

/** The control for a parameter's type. The device validates the value. */
export function ValueControl(props: {
  id: string
  parameter: ParameterDefinition
  value: string
  /** Id of the message about the last save. */
  noteId: string | undefined
  wrong: boolean
  onChange: (value: string) => void
}) {
  const { id, parameter, value, noteId, wrong, onChange } = props
  const { type } = parameter
  const text = useText()
  const described = { 'aria-describedby': noteId, 'aria-invalid': wrong || undefined }

  if (type.kind === 'bool') {
    return (
      <Switch
        {...described}
        id={id}
        checked={yesNo.decode(value)}
        onChange={({ target }) => onChange(yesNo.encode(target.checked))}
      />
    )
  }
  if (type.kind === 'enum') {
    const known = type.entries.some((entry) => entry.value === value)
    return (
      <select
        {...described}
        id={id}
        className={field['input']}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {!known && <option value={value}>{value}</option>}
        {type.entries.map((entry) => (
          <option key={entry.value} value={entry.value}>
            {entry.niceValue || entry.value}
          </option>
        ))}
      </select>
    )
  }
  const bounded = type.kind === 'int' && Number.isFinite(type.min) && Number.isFinite(type.max)
  return (
    <>
      <input
        {...described}
        id={id}
        className={field['input']}
        type={isSecret(parameter) ? 'password' : 'text'}
        autoComplete={isSecret(parameter) ? 'new-password' : 'off'}
        inputMode={type.kind === 'int' ? 'numeric' : undefined}
        spellCheck={false}
        placeholder={isSecret(parameter) ? text('plainconfig.secret') : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {bounded && <small>{text('plainconfig.range', { min: type.min, max: type.max })}</small>}
    </>
  )
}
