import { FileFacts, useFileRead } from '@lintel/ui/file-facts'
import { useText } from '@lintel/ui/i18n'
import { packageFacts } from './package-facts.ts'

/** In an object: the file has been read, even if there is nothing to show. */
const read = async (file: File) => ({ facts: await packageFacts(file) })

/** What a package says about its application, before it is sent. */
export function PackagePreview({ file }: { file: File }) {
  const text = useText()
  const found = useFileRead(file, read)
  if (!found) return null
  const { facts } = found
  if (!facts) {
    return (
      <FileFacts items={[]}>
        <p>{text('services.preview.unknown')}</p>
      </FileFacts>
    )
  }
  const { name, version, vendor } = facts
  return (
    <FileFacts
      items={[
        { term: text('ui.name'), value: name },
        { term: text('services.version'), value: version },
        { term: text('services.vendor'), value: vendor },
      ].filter(({ value }) => value !== '')}
    />
  )
}
