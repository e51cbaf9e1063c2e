import { problem } from '@lintel/contract/rules/problem'
import { FieldNote } from '@lintel/ui/field-note'
import { FileFacts } from '@lintel/ui/file-facts'
import { useText } from '@lintel/ui/i18n'
import { useEffect, useState } from 'react'
import { bookFacts } from './book-facts.ts'
import type { BookFacts } from './book-facts.ts'

/** What the chosen files hold together, before they replace the phonebook. */
export function BookPreview({ files }: { files: readonly File[] }) {
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
        ? problem('phonebook.import.preview.unknown', { count: unknown })
        : undefined
      : problem('phonebook.import.preview.broken', { name: broken })
  return (
    <FileFacts
      items={
        broken === undefined
          ? [
              {
                term: text('phonebook.import.preview'),
                value: text('phonebook.import.preview.counts', { contacts, organisations }),
              },
              ...(names.length > 0
                ? [{ term: text('phonebook.import.preview.first'), value: names.join(', ') }]
                : []),
            ]
          : []
      }
    >
      <FieldNote id={undefined} error={undefined} warning={warning} />
    </FileFacts>
  )
}
