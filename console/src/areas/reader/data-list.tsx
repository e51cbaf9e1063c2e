import type { Capabilities } from '@lintel/contract/capabilities'
import type { CardReaderConfiguration, CardType, DataSource } from '@lintel/contract/card-reader'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { FieldNote } from '@lintel/ui/field-note'
import { setInput, useFieldValue, useInputError } from '@lintel/ui/form'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import type { ReactNode } from 'react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { DataDialog } from './data-dialog.tsx'
import { itemsOfType, listIn, listValue, sourcesOf, withItem } from './data-configs.ts'
import type { DataItem } from './data-configs.ts'
import { useNames } from './names.ts'
import styles from './reader.module.css'

interface DataProps {
  state: CardReaderConfiguration
  capabilities: Partial<Capabilities>
  type: CardType
}

/**
 * The data of a card type in its form, with the dialog of one of them, which is outside of the form,
 * as a form can't contain another. B §4 (READER-36).
 */
export function useData<V extends FormValues & { items: string }>(
  form: Form<V>,
  props: DataProps,
): { list: ReactNode; dialog: ReactNode } {
  const text = useText()
  const name = 'items' as FieldName<V>
  const value = useFieldValue(form, name) as string
  const { type } = props
  const all = useMemo(() => listIn(value), [value])
  const items = useMemo(() => itemsOfType(all, type), [all, type])
  const error = useInputError(form, name)
  const noteId = useId()
  const [editing, setEditing] = useState<{ item?: DataItem; source: DataSource }>()
  const others = all.filter(({ config }) => config.cardType !== type)
  const set = (next: readonly DataItem[]) => setInput(form, name, listValue([...others, ...next]))
  return {
    list: (
      <fieldset
        name="items"
        tabIndex={-1}
        className={styles['fieldset']}
        aria-label={text('reader.data')}
        aria-describedby={error ? noteId : undefined}
      >
        <DataList
          {...props}
          items={items}
          notice={<FieldNote id={noteId} error={error} warning={undefined} />}
          onOpen={setEditing}
          onChange={set}
        />
      </fieldset>
    ),
    dialog: editing && (
      <DataDialog
        {...props}
        {...editing}
        items={items}
        onKeep={(item) => set(withItem(items, item))}
        onClose={() => setEditing(undefined)}
      />
    ),
  }
}

function DataList(
  props: DataProps & {
    items: readonly DataItem[]
    notice: ReactNode
    onOpen: (editing: { item?: DataItem; source: DataSource }) => void
    onChange: (items: readonly DataItem[]) => void
  },
) {
  const { capabilities, type, items, notice, onOpen, onChange } = props
  const text = useText()
  const names = useNames()
  const card = useRef<HTMLDivElement>(null)
  const offered = capabilities.SupportedCards?.find(({ Name }) => Name === type)?.DataSources ?? []
  const columns = columnsOf(text, {
    detailsOf: ({ config }) => `${names('source', config.dataSource)} · ${bitsOf(config, text)}`,
    onEdit: (item) => onOpen({ item, source: item.config.dataSource }),
    onDelete: (item) => onChange(items.filter(({ id }) => id !== item.id)),
  })
  const list = useLocalList({ rows: items }, { columns })
  const count = useRef(items.length)
  useEffect(() => {
    // The button goes with its row, and takes the focus along.
    const lost = items.length < count.current && document.activeElement === document.body
    if (lost) card.current?.focus()
    count.current = items.length
  }, [items])
  return (
    <div ref={card} tabIndex={-1} className={styles['items']}>
      <Card
        title={text('reader.data')}
        note={text('reader.data.note')}
        actions={sourcesOf(offered).map((source) => (
          <Button key={source} data-field={`add${source}`} onClick={() => onOpen({ source })}>
            {text(`reader.data.add${source}`)}
          </Button>
        ))}
      >
        {notice}
        <Table
          caption={text('reader.data')}
          columns={columns}
          list={list}
          empty={text('reader.data.empty')}
        />
      </Card>
    </div>
  )
}

function columnsOf(
  text: TextOf,
  row: {
    detailsOf: (item: DataItem) => string
    onEdit: (item: DataItem) => void
    onDelete: (item: DataItem) => void
  },
): Column<DataItem>[] {
  return [
    {
      id: 'name',
      head: text('ui.name'),
      cell: (item) => (
        <div className={styles['name']}>
          <b>{item.config.name}</b> {!item.config.enabled && <Chip>{text('reader.data.off')}</Chip>}
          <small>{row.detailsOf(item)}</small>
        </div>
      ),
    },
    {
      id: 'actions',
      head: text('ui.actions'),
      headHidden: true,
      end: true,
      cell: (item) => (
        <div className={styles['buttons']}>
          <Button
            kind="quiet"
            aria-label={text('ui.editNamed', { name: item.config.name })}
            onClick={() => row.onEdit(item)}
          >
            {text('ui.edit')}
          </Button>
          <Button
            kind="quiet"
            aria-label={text('reader.deleteNamed', { name: item.config.name })}
            onClick={() => row.onDelete(item)}
          >
            {text('ui.delete')}
          </Button>
        </div>
      ),
    },
  ]
}

/** Which bits are taken. */
const bitsOf = ({ offsetBits = 0, countBits }: DataItem['config'], text: TextOf): string =>
  countBits === undefined
    ? text('reader.data.bitsFrom', { from: offsetBits })
    : text('reader.data.bits', { from: offsetBits, count: countBits })
