import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import type { Form } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { browserZone, findZone } from '../../time/zone-names.ts'
import styles from './zone-list.module.css'
import { matching } from './zones.ts'
import type { ZoneRow } from './zones.ts'

interface ZoneListProps {
  form: Form<{ zone: string }>
  rows: readonly ZoneRow[]
  /** The zone in use; empty while it is a POSIX rule. */
  current: string
  posixZone: string
}

/** Every zone to choose from, and a box that narrows them down. The arrows lead through the list. */
export function ZoneList({ form, rows, current, posixZone }: ZoneListProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const found = useMemo(() => matching(rows, typed), [rows, typed])
  const list = useRef<HTMLFieldSetElement>(null)
  const input = form.methods.register('zone')
  const chosen = useFieldValue(form, 'zone')
  const own = useMemo(
    () =>
      findZone(
        rows.map(({ name }) => name),
        browserZone(),
      ),
    [rows],
  )

  /** The chosen zone is to be brought into sight. */
  const unseen = useRef(true)
  useEffect(() => {
    if (!unseen.current) return
    unseen.current = false
    const row = list.current?.querySelector('input:checked')?.closest('label')
    if (row && list.current) list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2
  })

  /** From the box to the zones that are found, without choosing one yet. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const shown = Array.from(
      list.current?.querySelectorAll<HTMLInputElement>('label:not([hidden]) > input') ?? [],
    )
    const target = shown.find(({ checked }) => checked) ?? shown[0]
    target?.focus()
  }

  return (
    <Card
      title={text('datetime.timeZone')}
      actions={
        own !== undefined &&
        own !== chosen && (
          <Button
            onClick={() => {
              setTyped('')
              unseen.current = true
              form.methods.setValue('zone', own, { shouldDirty: true })
            }}
          >
            {text('datetime.takeBrowserZone', { zone: own })}
          </Button>
        )
      }
    >
      <div className={styles['search']}>
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={text('datetime.searchZone')}
          placeholder={text('datetime.searchZone')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <output>{text('datetime.zonesFound', { count: found.size })}</output>
      </div>
      <fieldset ref={list} className={styles['list']}>
        <legend className="sr-only">{text('datetime.timeZone')}</legend>
        {current === '' && (
          <label>
            <input {...input} type="radio" value="" />
            <span>{text('datetime.keepRule', { rule: posixZone })}</span>
          </label>
        )}
        {rows.map(({ name, offset, changes }) => (
          <label key={name} hidden={!found.has(name)}>
            <input {...input} type="radio" value={name} />
            <span>{name}</span>
            <small>{changes && text('datetime.changesClocks')}</small>
            <small className={styles['offset']}>{offset}</small>
          </label>
        ))}
        {found.size === 0 && <p>{text('datetime.noZone')}</p>}
      </fieldset>
    </Card>
  )
}
