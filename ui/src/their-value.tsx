import type { FieldValues } from 'react-hook-form'
import styles from './fields.module.css'
import type { FieldName, Form } from './form.tsx'
import { useText } from './i18n.tsx'

/**
 * What somebody else has stored in a field that is changed here too, below it. A switch has none: two
 * changes of it are the same.
 * @param props.nameOf how the field shows its values; by default as they are
 */
export function TheirValue<V extends FieldValues>(props: {
  id: string | undefined
  form: Form<V>
  name: FieldName<V>
  nameOf?: (value: V[FieldName<V>]) => string | undefined
}) {
  const { id, form, name, nameOf = String } = props
  const text = useText()
  if (id === undefined || form.theirs?.[name] === undefined) return null
  const theirs = form.theirs[name]
  const value = nameOf(theirs) || '–'
  return (
    <p id={id} className={styles['theirs']}>
      {text('ui.storedNow', { value })}
    </p>
  )
}
