import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { FormActions } from '@lintel/ui/form-actions'
import type { Form, FormValues } from '@lintel/ui/form'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import type { ReactNode } from 'react'
import styles from './task.module.css'

/** A form in place of the list: a dialog would not fit into a frame that is as high as its page. */
export function Task<V extends FormValues>(props: {
  form: Form<V>
  title: string
  note?: string
  /** The verb on the button. */
  verb: string
  onCancel: () => void
  children: ReactNode
}) {
  const { form, title, note, verb, onCancel, children } = props
  const text = useText()
  return (
    <SettingsForm form={form} label={title}>
      <Card title={title} note={note}>
        {children}
        <div className={styles['actions']}>
          <FormActions form={form} verb={verb}>
            <Button disabled={form.saving} onClick={onCancel}>
              {text('ui.cancel')}
            </Button>
          </FormActions>
        </div>
      </Card>
    </SettingsForm>
  )
}
