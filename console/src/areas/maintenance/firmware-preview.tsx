import { problem } from '@lintel/contract/rules/problem'
import { FieldNote } from '@lintel/ui/field-note'
import { FileFacts, useFileRead } from '@lintel/ui/file-facts'
import { useText } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { brand } from '../../app/start/brand.ts'
import { imageFacts } from './image-version.ts'

/** In an object: the file has been read, even if there is nothing to show. */
const read = async (file: File) => ({ facts: await imageFacts(file) })

/** What a firmware image says about itself, before it is sent. */
export function FirmwarePreview({ file }: { file: File }) {
  const text = useText()
  const found = useFileRead(file, read)
  const product = useStore(brand)?.ProdNbr ?? ''
  if (!found) return null
  const { facts } = found
  if (!facts) {
    return (
      <FileFacts items={[]}>
        <p>{text('maintenance.preview.unknown')}</p>
      </FileFacts>
    )
  }
  const { version, buildDate, products } = facts
  const isOther = product !== '' && products.length > 0 && !products.includes(product)
  return (
    <FileFacts
      items={[
        { term: text('maintenance.preview.version'), value: version },
        ...(buildDate === ''
          ? []
          : [{ term: text('maintenance.preview.built'), value: buildDate }]),
        {
          term: text('maintenance.preview.products'),
          value: products.length > 0 ? products.join(', ') : text('maintenance.preview.all'),
        },
      ]}
    >
      {isOther && (
        <FieldNote
          id={undefined}
          error={undefined}
          warning={problem('maintenance.preview.other', { product })}
        />
      )}
    </FileFacts>
  )
}
