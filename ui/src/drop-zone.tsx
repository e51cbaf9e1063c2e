import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { languages } from './drop-catalogues.ts?languages'
import { extensionsIn, foldersIn, refusalOf } from './dropped-files.ts'
import type { Accepted, Refusal } from './dropped-files.ts'
import fields from './fields.module.css'
import { classNames } from './class-names.ts'
import styles from './drop-zone.module.css'
import { useLanguage, useText } from './i18n.tsx'
import type { TextOf } from './i18n.tsx'
import { sizeText } from './size-text.tsx'
import { guardStrayDrops, hasFiles } from './stray-drops.tsx'
import { WithMessages } from './with-messages.tsx'

export interface DropZoneProps extends Accepted {
  /** The element that takes dropped files; null before it is in the document. */
  zone: HTMLElement | null
  disabled: boolean
  /** The chosen file: once it is another one, the last refusal disappears. */
  chosen: File | undefined
  onFiles: (files: readonly File[]) => void
}

/**
 * Makes a file choice a drop zone. It loads after the file choice, which works without it for keyboards
 * and touch screens.
 */
export function DropZone(props: DropZoneProps) {
  useEffect(() => guardStrayDrops(), [])
  return (
    <WithMessages languages={languages}>
      <Zone {...props} />
    </WithMessages>
  )
}

function Zone({ zone, disabled, chosen, onFiles, accept, multiple, largest }: DropZoneProps) {
  const text = useText()
  const language = useLanguage()
  const [refused, setRefused] = useState<{ refusal: Refusal; chosen: File | undefined }>()

  useEffect(() => {
    if (!zone) return undefined
    const mark = (state: 'near' | 'over' | undefined) => {
      if (state) zone.dataset['drag'] = state
      else delete zone.dataset['drag']
    }
    const isInside = (target: EventTarget | null) => target instanceof Node && zone.contains(target)

    const over = (event: DragEvent) => {
      if (!hasFiles(event) || disabled) return
      const inside = isInside(event.target)
      mark(inside ? 'over' : 'near')
      if (!inside) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const leave = (event: DragEvent) => {
      // Without a related target it leaves the window.
      if (event.relatedTarget === null) mark(undefined)
    }
    const drop = (event: DragEvent) => {
      mark(undefined)
      const { dataTransfer } = event
      if (!hasFiles(event) || disabled || !dataTransfer || !isInside(event.target)) return
      event.preventDefault()
      const files = Array.from(dataTransfer.files)
      if (files.length === 0) return
      const refusal = refusalOf(files, foldersIn(dataTransfer), { accept, multiple, largest })
      setRefused(refusal && { refusal, chosen })
      if (!refusal) onFiles(files)
    }

    zone.classList.add(styles['zone'] ?? '')
    // Capturing, so that it runs before the guard against stray drops, which ignores what a zone takes.
    const listen = { capture: true }
    document.addEventListener('dragover', over, listen)
    document.addEventListener('dragleave', leave, listen)
    document.addEventListener('drop', drop, listen)
    return () => {
      mark(undefined)
      document.removeEventListener('dragover', over, listen)
      document.removeEventListener('dragleave', leave, listen)
      document.removeEventListener('drop', drop, listen)
    }
  }, [zone, disabled, chosen, onFiles, accept, multiple, largest])

  return (
    <>
      {!disabled && (
        <span className={styles['hint']}>{text(multiple ? 'drop.hintSeveral' : 'drop.hint')}</span>
      )}
      {refused && refused.chosen === chosen && (
        <p role="alert" className={classNames(fields['note'], fields['error'], styles['refused'])}>
          <CircleAlert size={14} className={fields['icon']} aria-hidden="true" />
          <span>{refusalText(text, language, refused.refusal, { accept, largest })}</span>
        </p>
      )}
    </>
  )
}

function refusalText(
  text: TextOf,
  language: string,
  refusal: Refusal,
  { accept = '', largest = 0 }: Pick<Accepted, 'accept' | 'largest'>,
): string {
  if (refusal.why === 'several') return text('drop.several')
  const { name } = refusal
  if (refusal.why === 'tooLarge') {
    const size = sizeText(refusal.size, language)
    return text('drop.tooLarge', { name, size, max: sizeText(largest, language) })
  }
  if (refusal.why === 'folder') return text('drop.folder', { name })
  const kinds = new Intl.ListFormat(language, { type: 'disjunction' })
  return text('drop.wrongKind', { name, kinds: kinds.format(extensionsIn(accept)) })
}
