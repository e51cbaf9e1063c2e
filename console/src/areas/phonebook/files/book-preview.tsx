import { problem } from '@lintel/contract/rules/problem'
import { FieldNote } from '@lintel/ui/field-note'
import { FileFacts, useFileRead } from '@lintel/ui/file-facts'
import { useText } from '@lintel/ui/i18n'
import { WithMessages } from '@lintel/ui/with-messages'
import { languages } from './book-preview-catalogues.ts?languages'
import { useEffect, useEffectEvent } from 'react'
import { bookFacts } from './book-facts.ts'
import type { BookFacts } from './book-facts.ts'

interface BookPreviewProps {
  files: readonly File[]
  /** One of them can't be read, so it makes no sense to send them. */
  onBroken: (broken: NonNullable<BookFacts['broken']>) => void
}

/** What the chosen files hold together, before they replace the phonebook. */
export function BookPreview(props: BookPreviewProps) {
  return (
    <WithMessages languages={languages}>
      <Preview {...props} />
    </WithMessages>
  )
}

function Preview({ files, onBroken }: BookPreviewProps) {
  const text = useText()
  const facts = useFileRead(files, bookFacts)
  const broken = facts?.broken
  const report = useEffectEvent(onBroken)
  useEffect(() => {
    if (broken) report(broken)
  }, [broken])
  if (!facts || broken) return null
  const { contacts, organisations, names, unknown } = facts
  const warning = unknown > 0 ? problem('bookPreview.unknown', { count: unknown }) : undefined
  return (
    <FileFacts
      items={[
        {
          term: text('bookPreview.files'),
          value: text('bookPreview.counts', { contacts, organisations }),
        },
        ...(names.length > 0 ? [{ term: text('bookPreview.first'), value: names.join(', ') }] : []),
      ]}
    >
      <FieldNote id={undefined} error={undefined} warning={warning} />
    </FileFacts>
  )
}
