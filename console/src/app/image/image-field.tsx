import { IMAGE_TYPES } from '@lintel/contract/rules/phonebook'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import { FieldNote } from '@lintel/ui/field-note'
import { FileChoice } from '@lintel/ui/file-choice'
import { setInput, useFieldValue, useInputError } from '@lintel/ui/form'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { optionalComponent } from '@lintel/ui/optional-component'
import { useId } from 'react'
import { inspectImage, rejectImage } from './image.ts'
import type { ImageValue, ImageValues } from './image.ts'
import styles from './image-field.module.css'

const ACCEPTED = IMAGE_TYPES.map((type) => `.${type}`).join()

const ImagePreview = optionalComponent(
  async () => (await import('./image-preview.tsx')).ImagePreview,
)

/**
 * An image in a form: a preview, and buttons to choose and remove one. The form's check includes
 * `imageProblem`. B §5.
 */
export function ImageField<V extends FormValues & ImageValues>(props: {
  form: Form<V>
  /** The version of what it belongs to: another one reads the stored image again. */
  version: string | undefined
  label?: string
  /** Called by the button that removes the stored image, in place of removing it at once. */
  onRemove?: () => void
}) {
  const { form, version, label, onRemove } = props
  const text = useText()
  const name = 'image' as FieldName<V>
  const id = useId()
  const error = useInputError(form, name)
  const value = useFieldValue(form, name) as ImageValue
  const set = (next: ImageValue) => setInput(form, name, next)
  return (
    <Row name={label ?? text('image.name')} help={text('image.help')} helpId={`${id}h`}>
      {value !== '' && (typeof value === 'string' || !error) && (
        <ImagePreview
          key={version}
          value={value}
          onBroken={(file) => {
            // It begins like an image, but the browser can't show it.
            rejectImage(file, problem('validation.invalidImageFile'))
            set(file)
          }}
        />
      )}
      <div className={styles['actions']}>
        <FileChoice
          label={text(value === '' ? 'image.choose' : 'image.replace')}
          file={typeof value === 'string' ? undefined : value}
          accept={ACCEPTED}
          field={name}
          describedBy={error ? `${id}e` : `${id}h`}
          onChoose={(file) => void inspectImage(file).then(() => set(file))}
        />
        {value !== '' && (
          <Button onClick={() => (onRemove && typeof value === 'string' ? onRemove() : set(''))}>
            {text('image.remove')}
          </Button>
        )}
      </div>
      <FieldNote id={`${id}e`} error={error} warning={undefined} />
    </Row>
  )
}
