import { Paperclip } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import type { DropZoneProps } from './drop-zone.tsx'
import styles from './file-choice.module.css'
import { useLanguage } from './i18n.tsx'
import { sizeText } from './size-text.tsx'

/** Takes dropped files, once it has loaded. Without it the button works all the same. */
function DropZone(props: DropZoneProps) {
  const [part, setPart] = useState<{ DropZone: ComponentType<DropZoneProps> }>()
  useEffect(() => {
    void import('./drop-zone.tsx').then(setPart, () => undefined)
  }, [])
  return part && <part.DropZone {...props} />
}

/** A button that lets a person choose one file or drop it there, with the name and size of the chosen one. */
export function FileChoice(
  props: Choice & { file: File | undefined; onChoose: (file: File) => void },
) {
  const { file, onChoose, ...choice } = props
  return (
    <FilesChoice
      {...choice}
      multiple={false}
      files={file ? [file] : []}
      onChoose={([chosen]) => {
        if (chosen) onChoose(chosen)
      }}
    />
  )
}

interface Choice {
  /** The verb on the button. */
  label: string
  /** File name extensions and media types to offer. */
  accept?: string
  /** The name by which the search finds it on the page. */
  field?: string
  /** Size of the largest file in bytes; larger ones are refused when they are dropped. */
  largest?: number | undefined
  disabled?: boolean
  /** Shows what is in the chosen file, before anything is done with it. */
  children?: ReactNode
  /** Id of its error message. */
  describedBy?: string | undefined
}

/** The same for several files at once. */
export function FilesChoice(
  props: Choice & {
    files: readonly File[]
    onChoose: (files: readonly File[]) => void
    multiple?: boolean
  },
) {
  const { label, files, onChoose, multiple = true, accept, field } = props
  const { disabled = false, describedBy, largest, children } = props
  const input = useRef<HTMLInputElement>(null)
  const language = useLanguage()
  const [zone, setZone] = useState<HTMLElement | null>(null)
  return (
    <div ref={setZone} className={styles['choice']}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const chosen = Array.from(currentTarget.files ?? [])
          if (chosen.length > 0) onChoose(chosen)
          // The same file can be chosen again after it has changed.
          currentTarget.value = ''
        }}
      />
      <Button
        data-field={field}
        name={field}
        disabled={disabled}
        aria-describedby={describedBy}
        icon={<Paperclip size={16} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <DropZone
        zone={zone}
        accept={accept}
        multiple={multiple}
        largest={largest}
        disabled={disabled}
        chosen={files[0]}
        onFiles={onChoose}
      />
      <output className={styles['file']}>
        {files.map((file) => (
          <span key={file.name}>
            <b>{file.name}</b> <span>{sizeText(file.size, language)}</span>
          </span>
        ))}
      </output>
      {children}
    </div>
  )
}
