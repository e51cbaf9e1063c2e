import { IMAGE_MAX, IMAGE_TYPES } from '@lintel/contract/rules/phonebook'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import { FieldNote } from '@lintel/ui/field-note'
import { FileChoice } from '@lintel/ui/file-choice'
import { setInput, useFieldValue, useInputError } from '@lintel/ui/form'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Progress } from '@lintel/ui/progress'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from '@lintel/ui/store'
import { inspectImage, rejectImage } from './image.ts'
import type { ImageValue, ImageValues } from './image.ts'
import { sending } from './upload-image.ts'
import styles from './image-field.module.css'

const ACCEPTED = IMAGE_TYPES.map((type) => `.${type}`).join()

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
      {typeof value === 'string'
        ? value !== '' && <StoredPreview key={version} address={value} />
        : !error && (
            <FilePreview
              file={value}
              onBroken={() => {
                // It begins like an image, and is none.
                rejectImage(value, problem('validation.invalidImageFile'))
                set(value)
              }}
            />
          )}
      <Sending file={value} />
      <div className={styles['actions']}>
        <FileChoice
          label={text(value === '' ? 'image.choose' : 'image.replace')}
          file={typeof value === 'string' ? undefined : value}
          accept={ACCEPTED}
          largest={IMAGE_MAX}
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

/** How far it is on its way to the device, while it is saved. */
function Sending({ file }: { file: ImageValue }) {
  const text = useText()
  const progress = useStore(sending)
  if (!progress || progress.image !== file) return null
  const { sent, total } = progress
  return (
    <div className={styles['sending']}>
      <Progress label={text('image.sending')} value={sent} max={total} />
    </div>
  )
}

/**
 * The image on the device. Where its address is always the same, the time makes browsers read it
 * again. B §7.
 */
function StoredPreview({ address }: { address: string }) {
  const text = useText()
  const [read] = useState(() => Date.now())
  return (
    <img
      className={styles['preview']}
      src={address.includes('?') ? address : `${address}?timestamp=${read}`}
      alt={text('image.preview')}
    />
  )
}

/** A chosen file, unless the browser finds no image in it. */
function FilePreview({ file, onBroken }: { file: File; onBroken: () => void }) {
  const text = useText()
  const image = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<{ file: File; width: number; height: number }>()
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <figure className={styles['figure']}>
      <img
        ref={image}
        className={styles['preview']}
        alt={text('image.preview')}
        onError={onBroken}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ file, width, height })
        }
      />
      {size?.file === file && (
        <figcaption>
          {text('image.dimensions', { width: size.width, height: size.height })}
        </figcaption>
      )}
    </figure>
  )
}
