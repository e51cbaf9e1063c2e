import { problem } from '@lintel/contract/rules/problem'
import { FieldNote } from '@lintel/ui/field-note'
import { FileFacts } from '@lintel/ui/file-facts'
import { useText } from '@lintel/ui/i18n'
import { WithMessages } from '@lintel/ui/with-messages'
import { useEffect, useState } from 'react'
import { languages } from './book-preview-catalogues.ts?languages'
import { bookFacts } from './book-facts.ts'
import type { BookFacts } from './book-facts.ts'

/** What the chosen files hold together, before they replace the phonebook. */
export function BookPreview({ files }: { files: readonly File[] }) {
  return (
    <WithMessages languages={languages}>
      <Preview files={files} />
    </WithMessages>
  )
}

function Preview({ files }: { files: readonly File[] }) {
  const text = useText()
  const [read, setRead] = useState<{ files: readonly File[]; facts: BookFacts | undefined }>()
  useEffect(() => {
    let left = false
    async function look() {
      const facts = await bookFacts(files)
      if (!left) setRead({ files, facts })
    }
    void look()
    return () => {
      left = true
    }
  }, [files])
  const facts = read?.files === files ? read.facts : undefined
  if (!facts) return null
  const { contacts, organisations, names, unknown, broken } = facts
  const warning =
    broken === undefined
      ? unknown > 0
        ? problem('bookPreview.unknown', { count: unknown })
        : undefined
      : problem('bookPreview.broken', { name: broken })
  return (
    <FileFacts
      items={
        broken === undefined
          ? [
              {
                term: text('bookPreview.files'),
                value: text('bookPreview.counts', { contacts, organisations }),
              },
              ...(names.length > 0
                ? [{ term: text('bookPreview.first'), value: names.join(', ') }]
                : []),
            ]
          : []
      }
    >
      <FieldNote id={undefined} error={undefined} warning={warning} />
    </FileFacts>
  )
}
