import type { ReactNode } from 'react'
import { useId } from 'react'
import { useText } from './i18n.tsx'
import styles from './card.module.css'

/**
 * A card that groups related content. With a title it is a region of the page, or with the `label` of
 * one whose title the page or its tab says above it.
 */
export function Card(props: {
  title?: ReactNode
  label?: string | undefined
  note?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const { title, label, note, actions, children } = props
  const id = useId()
  const titled = title !== undefined
  const Tag = titled || label !== undefined ? 'section' : 'div'
  return (
    <Tag
      className={styles['card']}
      data-card=""
      aria-label={label}
      aria-labelledby={titled ? id : undefined}
    >
      {(titled || note !== undefined || actions !== undefined) && (
        <header className={styles['header']}>
          {titled && <h2 id={id}>{title}</h2>}
          {note !== undefined && <p>{note}</p>}
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </header>
      )}
      {children}
    </Tag>
  )
}

/**
 * One setting: its label at the start, its control at the end. With `htmlFor` the text is the
 * control's label, which with `optional` says that it may stay empty; `helpId` is the id of the help
 * text, for its `aria-describedby`.
 */
export function Row(props: {
  label?: ReactNode
  name?: ReactNode
  help?: ReactNode
  htmlFor?: string | undefined
  helpId?: string | undefined
  optional?: boolean | undefined
  nameId?: string | undefined
  children: ReactNode
}) {
  const { label, name, help, optional, htmlFor, helpId, nameId, children } = props
  const text = useText()
  return (
    <div className={styles['row']} data-row="">
      <div className={styles['name']}>
        {label === undefined ? (
          <span id={nameId}>{name}</span>
        ) : (
          <label htmlFor={htmlFor}>
            {label}
            {optional && <span className={styles['optional']}> {text('ui.optional')}</span>}
          </label>
        )}
        {help !== undefined && <small id={helpId}>{help}</small>}
      </div>
      <div className={styles['control']}>{children}</div>
    </div>
  )
}

/** Read-only terms with their values. */
export function Facts(props: {
  /** `field` is the name by which the search finds the value on the page. */
  items: readonly { term: string; value: ReactNode; mono?: boolean; field?: string }[]
}) {
  return (
    <dl className={styles['facts']}>
      {props.items.map(({ term, value, mono, field }) => (
        <div key={term} data-row="">
          <dt>{term}</dt>
          <dd className={mono ? 'mono' : undefined} data-field={field}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
