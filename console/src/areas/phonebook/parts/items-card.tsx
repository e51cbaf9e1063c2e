import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { ReorderList } from '@lintel/ui/reorder-list'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import styles from './items-card.module.css'
import { movedTo } from './list-value.ts'
import type { Listed } from './list-value.ts'

/** A list in a form: its items in order, each with a button to remove it, and a button to add one. */
export function ItemsCard<T extends Listed>(props: {
  title: string
  note: string
  /** What to say if there is none. */
  empty: string
  /** The name by which the search finds it on the page. */
  field: string
  items: readonly T[]
  /** How many items at the beginning can't be moved; none by default. */
  first?: number
  nameOf: (item: T) => string
  /** The verb on the button. */
  add: string
  isFull: boolean
  onAdd: () => void
  onEdit?: (item: T) => void
  onChange: (items: readonly T[]) => void
  /** Above the list. */
  notice?: ReactNode
  /** What a row shows. */
  children: (item: T) => ReactNode
}) {
  const { title, note, empty, field, items, first, nameOf, children } = props
  const { add, isFull, onAdd, onEdit, onChange, notice } = props
  const text = useText()
  const list = useRef<HTMLDivElement>(null)
  return (
    <Card
      title={title}
      note={note}
      actions={
        <Button data-field={field} disabled={isFull} onClick={onAdd}>
          {add}
        </Button>
      }
    >
      <div ref={list} tabIndex={-1} className={styles['items']} data-field={`${field}List`}>
        {notice}
        <ReorderList
          label={title}
          items={items}
          nameOf={nameOf}
          first={first}
          empty={empty}
          onMove={(id, to) => onChange(movedTo(items, id, to))}
          renderActions={(item) => (
            <>
              {onEdit && (
                <Button
                  aria-label={text('phonebook.call.editNamed', { name: nameOf(item) })}
                  onClick={() => onEdit(item)}
                >
                  {text('ui.edit')}
                </Button>
              )}
              <Button
                aria-label={text('phonebook.item.remove', { name: nameOf(item) })}
                onClick={() => {
                  onChange(items.filter(({ id }) => id !== item.id))
                  // The button goes with its row, and would take the focus along.
                  list.current?.focus()
                }}
              >
                {text('phonebook.remove')}
              </Button>
            </>
          )}
        >
          {children}
        </ReorderList>
      </div>
    </Card>
  )
}
