/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select takes no text, and a datalist any */
import { ChevronDown } from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Row } from './card.tsx'
import { classNames } from './class-names.ts'
import styles from './combobox.module.css'
import fieldStyles from './fields.module.css'
import { FieldNote } from './field-note.tsx'
import { fold, wordsOf } from '@lintel/contract/fold'
import type { FieldName, Form } from './form.tsx'
import { useFieldValue } from './form.tsx'
import { useText } from './i18n.tsx'
import { TheirValue } from './their-value.tsx'
import { useField } from './use-field.ts'

export interface ComboboxOption {
  value: string
  label: string
  /** Below the label, in grey. */
  note?: string
  /** At the end of the line; searched too. */
  end?: string
  /** Keywords that also match, without being shown. */
  keywords?: string
}

/** Maximum number of options in the list; typing finds the others. */
const SHOWN = 500
const NONE: readonly ComboboxOption[] = []
/** Options that PageUp and PageDown skip. */
const PAGE = 10

/** Options that are found elsewhere, for lists that are too long to be here. */
export interface ComboboxSearch {
  /** Called with what is typed; empty when the list opens. */
  onSearch: (typed: string) => void
  /** The text that the options are the results of. */
  found: string | undefined
  /** How many results there are, if the options are only the first. */
  total: number
  /** The label of the value, which may not be among the options. */
  valueLabel: string
}

interface ComboboxProps {
  id: string
  /** The accessible name of the list of options. */
  label: string
  options: readonly ComboboxOption[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  disabled?: boolean | undefined
  inputRef?: RefObject<HTMLInputElement | null>
  search?: ComboboxSearch | undefined
  /** What to look for instead of what is typed, for what can be written in several ways. */
  rewrite?: ((typed: string) => string) | undefined
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

/**
 * A text box that selects one of many options: typing filters them. Text left without a selection
 * is discarded, unless exactly one option matches. Source: ARIA Authoring Practices Guide, editable
 * combobox with list autocomplete.
 */
export function Combobox(props: ComboboxProps) {
  const { id, label, options, value, onChange, onBlur, inputRef, search, rewrite, ...input } = props
  const text = useText()
  /** The typed text; undefined while the box shows the selected option. */
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const filtered = useMatches(options, search ? '' : (typed && rewrite?.(typed)) || typed)
  // Results for another text would select what nobody asked for.
  const isLate = search !== undefined && search.found !== (typed ?? '').trim()
  const matches = isLate ? NONE : filtered
  const count = search && !isLate ? search.total : matches.length
  const shown = matches.slice(0, SHOWN)
  const active = open ? shown[at] : undefined
  const chosen = options.find((option) => option.value === value)?.label ?? search?.valueLabel
  const optionId = (index: number) => `${id}-${index}`
  const list = useScroll(open, active && optionId(at))

  function show(index = shown.findIndex((option) => option.value === value)) {
    setOpen(true)
    setAt(index)
    search?.onSearch('')
  }
  function close() {
    setOpen(false)
    setTyped(undefined)
    setAt(-1)
  }
  function select(option: ComboboxOption) {
    close()
    if (option.value !== value) onChange(option.value)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const to = open
      ? { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE }[event.key]
      : undefined
    if (open && (event.key === 'Enter' || (event.altKey && event.key === 'ArrowUp'))) {
      event.preventDefault()
      if (active) select(active)
      else if (!isLate) close()
    } else if (to !== undefined) {
      event.preventDefault()
      setAt(Math.min(Math.max(to, 0), shown.length - 1))
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      show()
    } else if (event.key === 'Escape' && (open || typed !== undefined)) {
      // Keeps the surrounding dialog open.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <div className={styles['combobox']}>
      <input
        {...input}
        ref={inputRef}
        id={id}
        className={classNames(fieldStyles['input'], styles['input'])}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={open && matches.length > 0}
        aria-controls={open && matches.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={active && optionId(at)}
        value={typed ?? chosen ?? ''}
        onChange={(event) => {
          setTyped(event.target.value)
          search?.onSearch(event.target.value.trim())
          setOpen(true)
          setAt(event.target.value.trim() === '' ? -1 : 0)
        }}
        onClick={() => {
          if (!open) show()
          // Typed text stays: the click only moves the caret.
          else if (typed === undefined) close()
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          const [only, ...others] = typed === undefined || typed.trim() === '' ? [] : matches
          if (only && others.length === 0) select(only)
          else close()
          onBlur?.()
        }}
        onKeyDown={onKeyDown}
      />
      <ChevronDown size={16} className={styles['arrow']} aria-hidden="true" />
      <output className="sr-only">
        {typed !== undefined &&
          !isLate &&
          text(count === 0 ? 'ui.list.noMatch' : 'ui.list.count', { count })}
      </output>
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- presses in it must not take the focus from the box
        <div className={styles['sheet']} onMouseDown={(event) => event.preventDefault()}>
          {matches.length > 0 && (
            <div
              ref={list}
              id={`${id}-list`}
              role="listbox"
              aria-label={label}
              // Browsers make what scrolls a tab stop.
              tabIndex={-1}
            >
              {shown.map((option, index) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the box keeps the focus and the keys
                <div
                  key={option.value}
                  id={optionId(index)}
                  role="option"
                  aria-selected={option.value === value}
                  data-active={index === at || undefined}
                  onClick={() => select(option)}
                >
                  <span>{option.label}</span>
                  <small className={styles['note']}>{option.note}</small>
                  <small className={styles['end']}>{option.end}</small>
                </div>
              ))}
            </div>
          )}
          {matches.length === 0 && (
            <p aria-hidden="true">{text(isLate ? 'ui.loading' : 'ui.list.noMatch')}</p>
          )}
          {count > shown.length && <p>{text('ui.list.more', { count: count - shown.length })}</p>}
        </div>
      )}
    </div>
  )
}

/** The options that match all typed words; those that have them as whole words come first. */
function useMatches(options: readonly ComboboxOption[], typed = '') {
  const folded = useMemo(
    () => options.map(({ label, end = '', keywords = '' }) => fold(`${label} ${keywords} ${end}`)),
    [options],
  )
  return useMemo(() => {
    const words = wordsOf(typed)
    if (words.length === 0) return options
    const found = options.flatMap((option, index) => {
      const text = folded[index] ?? ''
      if (!words.every((word) => text.includes(word))) return []
      const parts = text.split(/[^\p{L}\p{N}+:-]+/u)
      return [{ option, whole: words.every((word) => parts.includes(word)) }]
    })
    return found.toSorted((a, b) => Number(b.whole) - Number(a.whole)).map(({ option }) => option)
  }, [options, folded, typed])
}

/** Scrolls the list into the window when it opens, and the active option into the list. */
function useScroll(open: boolean, active: string | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const fresh = useRef(true)
  useLayoutEffect(() => {
    if (!open || active === undefined) return
    const option = list.current?.querySelector<HTMLElement>(`[id="${active}"]`)
    const frame = list.current
    if (!option || !frame) return
    const { offsetTop, offsetHeight } = option
    if (fresh.current) {
      frame.scrollTop = offsetTop - frame.clientHeight / 2
    } else if (offsetTop < frame.scrollTop) {
      frame.scrollTop = offsetTop
    } else if (offsetTop + offsetHeight > frame.scrollTop + frame.clientHeight) {
      frame.scrollTop = offsetTop + offsetHeight - frame.clientHeight
    }
  }, [open, active])
  useEffect(() => {
    fresh.current = !open
    if (open) list.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return list
}

/** One of many options, with a text box to find it. */
export function ComboboxField<V extends FieldValues>(props: {
  form: Form<V>
  name: FieldName<V>
  label: string
  help?: ReactNode
  disabled?: boolean
  options: readonly ComboboxOption[]
  search?: ComboboxSearch
  /** What to look for instead of what is typed. */
  rewrite?: (typed: string) => string
  /** Next to the box, for actions on the value. */
  action?: ReactNode
}) {
  const { form, name, label, help, disabled, options, search, rewrite, action } = props
  const field = useField(form, name, help !== undefined)
  const value = useFieldValue(form, name) as string
  const { onChange, onBlur, ref: _, ...input } = field.input
  return (
    <Row label={label} htmlFor={field.id} help={help} helpId={field.helpId}>
      <div className={fieldStyles['line']}>
        <Combobox
          {...input}
          id={field.id}
          label={label}
          options={options}
          value={value}
          disabled={disabled}
          search={search}
          rewrite={rewrite}
          onChange={(next) => void onChange({ type: 'change', target: { name, value: next } })}
          onBlur={() => void onBlur({ type: 'blur', target: { name, value } })}
        />
        {action}
      </div>
      <FieldNote id={field.noteId} error={field.error} warning={field.warning} choice />
      <TheirValue
        id={field.theirsId}
        form={form}
        name={name}
        nameOf={(theirs) => options.find((option) => option.value === theirs)?.label}
      />
    </Row>
  )
}
