import '@lintel/ui/summary.css'
import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'
import field from '@lintel/ui/fields.module.css'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { useCallback, useDeferredValue, useState } from 'react'
import { useReading } from '../app/reading.ts'
import { groupsOf } from './groups.ts'
import type { Group } from './groups.ts'
import { ParameterRow } from './parameter-row.tsx'
import type { RowStatus } from './parameter-row.tsx'
import { readParameters } from './parameters.ts'
import styles from './plainconfig.module.css'

/** Every parameter of the device, editable in place. A §2, B §7. */
export function PlainConfig() {
  const text = useText()
  const { data, fault, again } = useReading(readParameters)
  /** Values read since then, by name. */
  const [read, setRead] = useState<ReadonlyMap<string, ParameterDefinition>>(new Map())
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const onUnsaved = useCallback((name: string, dirty: boolean) => {
    setUnsaved((known) => {
      if (known.has(name) === dirty) return known
      const next = new Set(known)
      if (dirty) next.add(name)
      else next.delete(name)
      return next
    })
  }, [])
  const [query, setQuery] = useState('')
  const filter = useDeferredValue(query.trim())
  // Unsaved input stays visible whatever the query.
  const groups = groupsOf(data?.map((one) => read.get(one.name) ?? one) ?? [], filter, unsaved)
  const count = groups.reduce((sum, { parameters }) => sum + parameters.length, 0)

  return (
    <>
      <PageHead title={text('pages.plainconfig')} note={text('plainconfig.note')} />
      {data && (
        <search className={styles['search']}>
          <input
            type="search"
            className={field['input']}
            aria-label={text('plainconfig.filter')}
            placeholder={text('plainconfig.filter')}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          <output>{text('plainconfig.count', { count })}</output>
        </search>
      )}
      {groups.map((group) => (
        <GroupPart
          key={group.name}
          group={group}
          searching={filter !== ''}
          onRead={(parameter) => setRead((known) => new Map(known).set(parameter.name, parameter))}
          onUnsaved={onUnsaved}
        />
      ))}
      {!data && fault === undefined && <Loading />}
      {!data && fault !== undefined && <LoadFailed fault={fault} onRetry={() => void again()} />}
    </>
  )
}

/** One group. Its parameters are rendered once it has been opened or the search has found one. */
function GroupPart(props: { group: Group; searching: boolean } & RowStatus) {
  const { group, searching, ...status } = props
  const { name, parameters } = group
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  return (
    <details
      className={styles['group']}
      open={open || searching}
      onToggle={({ currentTarget }) => {
        if (!searching) setOpen(currentTarget.open)
        if (currentTarget.open) setOpened(true)
      }}
    >
      <summary>
        <b>{name}</b> <span>{parameters.length}</span>
      </summary>
      {/* Unsaved input stays when its group is closed. */}
      {(open || searching || opened) &&
        parameters.map((parameter) => (
          <ParameterRow key={parameter.name} parameter={parameter} {...status} />
        ))}
    </details>
  )
}
