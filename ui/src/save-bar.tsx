import type { FieldValues } from 'react-hook-form'
import { Button } from './button.tsx'
import type { Form } from './form.tsx'
import { Text, useText } from './i18n.tsx'
import styles from './save-bar.module.css'

/** The state of a form that the bar needs. */
type Savable = Pick<Form<FieldValues>, 'dirty' | 'changes' | 'saving' | 'held' | 'discard'>

/**
 * Shows only with unsaved changes: their number, Discard and Save. It is inside the form, so that
 * Enter saves. `blocked`: the form can't be saved in its current state, as the page explains.
 */
export function SaveBar({ form, blocked = false }: { form: Savable; blocked?: boolean }) {
  const text = useText()
  if (!form.dirty) return null
  return (
    <section className={styles['place']} aria-label={text('ui.unsaved')} data-save-bar="">
      <div className={styles['bar']}>
        <output className={styles['count']}>
          <Text id="ui.changes" values={{ count: form.changes }} />
        </output>
        <Button kind="quiet" disabled={form.saving} onClick={form.discard}>
          {text('ui.discard')}
        </Button>
        <Button kind="primary" type="submit" busy={form.saving} disabled={blocked}>
          {text(form.held ? 'ui.continueAnyway' : 'ui.save')}
        </Button>
      </div>
    </section>
  )
}
