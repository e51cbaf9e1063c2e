import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from './button.tsx'
import type { Form } from './form.tsx'
import { Text, useText } from './i18n.tsx'
import styles from './save-bar.module.css'
import { isApple, SAVE_KEY, useSaveKey } from './save-key.tsx'

/** The state of a form that the bar needs. */
type Savable = Pick<Form<FieldValues>, 'dirty' | 'changes' | 'saving' | 'held' | 'discard'>

interface SaveBarProps {
  form: Savable
  /** The form can't be saved in its current state, as the page explains. */
  blocked?: boolean
}

/**
 * Shows only with unsaved changes: their number, Discard and Save. It is inside the form, so that
 * Enter saves; Ctrl S saves from anywhere.
 */
export function SaveBar(props: SaveBarProps) {
  return props.form.dirty ? <Bar {...props} /> : null
}

function Bar({ form, blocked = false }: SaveBarProps) {
  const text = useText()
  return (
    <Place
      label={text('ui.unsaved')}
      save={{ form, verb: text('ui.save'), active: true, disabled: blocked }}
    >
      <output className={styles['count']}>
        <Text id="ui.changes" values={{ count: form.changes }} />
      </output>
      <Button kind="quiet" disabled={form.saving} onClick={form.discard}>
        {text('ui.discard')}
      </Button>
    </Place>
  )
}

/**
 * The same bar for a form that creates something: there from the start, with a way back. It is
 * inside the form too.
 */
export function CreateBar(props: {
  form: Pick<Savable, 'dirty' | 'saving' | 'held'>
  /** The verb on the button. */
  verb: string
  /** What is typed can't be sent now, as the page explains. */
  disabled?: boolean
  /** Leaves the form without what was typed. */
  onCancel: () => void
}) {
  const { form, verb, disabled = false, onCancel } = props
  const text = useText()
  return (
    <Place label={text('ui.actions')} save={{ form, verb, active: form.dirty, disabled }}>
      <Button kind="quiet" disabled={form.saving} onClick={onCancel}>
        {text('ui.cancel')}
      </Button>
    </Place>
  )
}

function Place(props: {
  label: string
  save: {
    form: Pick<Savable, 'saving' | 'held'>
    verb: string
    /** Whether Ctrl S presses the button. */
    active: boolean
    disabled?: boolean
  }
  /** What stands before the button. */
  children: ReactNode
}) {
  const { label, save, children } = props
  const { form, verb, active, disabled } = save
  const text = useText()
  const bar = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useUncovered(bar)
  useSaveKey(button, active)
  return (
    <section ref={bar} className={styles['place']} aria-label={label} data-save-bar="">
      <div className={styles['bar']}>
        {children}
        <Button
          ref={button}
          {...SAVE_KEY}
          kind="primary"
          type="submit"
          busy={form.saving}
          disabled={disabled}
          title={text('ui.saveKeys', { apple: String(isApple()) })}
        >
          {form.held ? text('ui.continueAnyway') : verb}
        </Button>
      </div>
    </section>
  )
}

/** The least distance between a field and the bar, in pixels. */
const GAP = 8

/**
 * Scrolls the field with the focus out from under the bar: when the bar appears, when the keyboard
 * moves the focus, and when a note appears below the field. A field that the pointer presses stays
 * where it is, or the press would miss it.
 */
function useUncovered(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // After the browser has scrolled by itself.
    let frame = requestAnimationFrame(uncover)
    const notes = new MutationObserver(uncover)
    function watchRow() {
      notes.disconnect()
      const row = document.activeElement?.closest('[data-row]')
      if (row) notes.observe(row, { childList: true, subtree: true })
    }
    function uncover() {
      const field = document.activeElement
      if (bar.current && field?.closest('form')) scrollAbove(bar.current, field)
    }
    function onFocus() {
      watchRow()
      if (!document.activeElement?.matches(':focus-visible')) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(uncover)
    }
    watchRow()
    document.addEventListener('focusin', onFocus)
    return () => {
      notes.disconnect()
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', onFocus)
    }
  }, [bar])
}

function scrollAbove(bar: HTMLElement, field: Element): void {
  if (bar.contains(field) || field.matches('form')) return
  const { top } = bar.getBoundingClientRect()
  const own = field.getBoundingClientRect()
  const row = field.closest('[data-row]')?.getBoundingClientRect() ?? own
  // With its note below it, as far as the field itself stays in sight.
  const note = Math.min(row.bottom + GAP - top, own.top - top / 3)
  const covered = Math.max(own.bottom + GAP - top, note)
  // In a frame as high as its page, the page around it scrolls.
  if (covered > 0) (window.frameElement ? window.parent : window).scrollBy(0, covered)
}
