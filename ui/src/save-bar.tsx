import type { FieldValues } from 'react-hook-form'
import { Button } from './button.tsx'
import type { Form } from './form.tsx'
import { Text, useText } from './i18n.tsx'
import styles from './save-bar.module.css'

/** What the bar has to know of a form. */
type Savable = Pick<Form<FieldValues>, 'dirty' | 'changes' | 'saving' | 'held' | 'discard'>

/**
 * Shows only while something is unsaved: how much, and the two ways out. It stands in the form, so
 * that Enter saves. `blocked`: what stands there may not be saved, as the page says.
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
