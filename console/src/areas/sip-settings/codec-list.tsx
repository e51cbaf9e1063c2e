import { Card } from '@lintel/ui/card'
import { FieldNote } from '@lintel/ui/field-note'
import { setInput, useFieldValue, useInputError } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { ReorderList } from '@lintel/ui/reorder-list'
import { useId } from 'react'
import styles from './codec-list.module.css'
import { codecsIn, movedCodec, withCodec } from './codecs.ts'
import type { Codec } from './codecs.ts'
import type { SipState, SipValues } from './settings.ts'

/** The codecs: selected ones in the user's order, then the others. B §2, B §4 (SIPSET-10). */
export function CodecList({ form, state }: { form: Form<SipValues>; state: SipState }) {
  const text = useText()
  const id = useId()
  const selected = useFieldValue(form, 'codecs')
  const codecs = codecsIn([...state.codecs, ...state.supported], selected)
  const error = useInputError(form, 'codecs')
  const set = (value: string) => setInput(form, 'codecs', value)
  const nameOf = ({ name, rate }: Codec) =>
    text('sipSettings.codec', { name, kilohertz: rate / 1000 })
  return (
    <Card title={text('sipSettings.codecs')} note={text('sipSettings.codecs.note')}>
      <fieldset
        name="codecs"
        tabIndex={-1}
        className={styles['codecs']}
        aria-label={text('sipSettings.codecs')}
        aria-describedby={error ? id : undefined}
      >
        <FieldNote id={id} error={error} warning={undefined} />
        <ReorderList
          label={text('sipSettings.codecs')}
          items={codecs}
          nameOf={nameOf}
          movable={codecs.filter((codec) => codec.selected).length}
          onMove={(codec, to) => set(movedCodec(selected, codec, to))}
        >
          {(codec) => (
            <label className={styles['codec']}>
              <input
                type="checkbox"
                checked={codec.selected}
                onChange={({ target }) => set(withCodec(selected, codec.id, target.checked))}
              />
              {nameOf(codec)}
            </label>
          )}
        </ReorderList>
      </fieldset>
    </Card>
  )
}
