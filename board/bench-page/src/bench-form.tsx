import { Button } from '@lintel/ui/button'
import type { Form, FormValues } from '@lintel/ui/form'
import { SettingsForm } from '@lintel/ui/form'
import type { ReactNode } from 'react'
import styles from './bench-form.module.css'

/** A form inside one of the bench's cards, with its fields side by side where there is room. */
export function BenchForm<V extends FormValues>(props: {
  form: Form<V>
  label: string
  /** The maximum number of fields side by side. */
  columns: 2 | 3 | 4
  /** The label of its button. */
  verb: string
  /** Further buttons, before its own. */
  actions?: ReactNode
  /** The field that decides which others there are, and others with a line of their own. */
  choice?: ReactNode
  children: ReactNode
}) {
  const { form, label, columns, verb, actions, choice, children } = props
  return (
    <div className={styles['form']} data-columns={columns}>
      <SettingsForm form={form} label={label} layout="stack">
        {choice && <div className={styles['choice']}>{choice}</div>}
        <div className={styles['fields']}>{children}</div>
        <div className={styles['buttons']}>
          {actions}
          <Button type="submit" busy={form.saving}>
            {verb}
          </Button>
        </div>
      </SettingsForm>
    </div>
  )
}
