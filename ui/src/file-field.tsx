import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Row } from './card.tsx'
import { FieldNote } from './field-note.tsx'
import { FileChoice } from './file-choice.tsx'
import type { FieldName, Form } from './form.tsx'
import { setInput, useFieldValue } from './form.tsx'
import { useField } from './use-field.ts'

/** One file, or null while none is chosen. */
export function FileField<V extends FieldValues>(props: {
  form: Form<V>
  name: FieldName<V>
  label: ReactNode
  help?: ReactNode
  /** The verb on the button. */
  verb: string
  /** File name extensions and media types to offer. */
  accept: string
  /** Size of the largest file in bytes; larger ones are refused when they are dropped. */
  largest?: number | undefined
  /** Shows what is in the chosen file. */
  renderPreview?: (file: File) => ReactNode
  onChoose?: (file: File) => void
}) {
  const { form, name, label, help, verb, accept, largest, renderPreview, onChoose } = props
  const { helpId, noteId, error } = useField(form, name, help !== undefined)
  const file: File | null = useFieldValue(form, name)
  return (
    <Row name={label} help={help} helpId={helpId}>
      <FileChoice
        label={verb}
        file={file ?? undefined}
        accept={accept}
        largest={largest}
        field={name}
        describedBy={noteId}
        onChoose={(chosen) => {
          setInput(form, name, chosen)
          onChoose?.(chosen)
        }}
      >
        {file && renderPreview?.(file)}
      </FileChoice>
      <FieldNote id={noteId} error={error} warning={undefined} choice />
    </Row>
  )
}
