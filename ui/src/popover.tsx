import type { ReactNode } from 'react'
import { useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './popover.module.css'

const GAP = 6
/** Below this room (px), it opens above its button if there is more. */
const ROOM = 260

/**
 * A button that opens a popover. Escape, a press outside, and a press on one of its links or
 * buttons marked with `data-close` close it. `label` names the button when `button` is only an
 * icon.
 */
export function Disclosure(props: {
  label: string
  button: ReactNode
  /** Aligns the end of the popover with the end of the button, instead of their starts. */
  end?: boolean
  children: ReactNode
}) {
  const { label, button, end = false, children } = props
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const sheet = useRef<HTMLDivElement>(null)

  function place(): void {
    const element = sheet.current
    const box = opener.current?.getBoundingClientRect()
    if (!element || !box) return
    const rightToLeft = getComputedStyle(element).direction === 'rtl'
    const { clientWidth, clientHeight } = document.documentElement
    const room = clientHeight - box.bottom
    const above = room < ROOM && room < box.top
    element.style.top = above ? 'auto' : `${box.bottom + GAP}px`
    element.style.bottom = above ? `${clientHeight - box.top + GAP}px` : 'auto'
    if (end === rightToLeft) {
      element.style.left = `${box.left}px`
      element.style.right = 'auto'
    } else {
      element.style.right = `${clientWidth - box.right}px`
      element.style.left = 'auto'
    }
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles['opener']}
        aria-label={label}
        popoverTarget={id}
      >
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it only hears the presses of what is in it */}
      <div
        ref={sheet}
        id={id}
        popover="auto"
        className={classNames(styles['sheet'])}
        onBeforeToggle={place}
        onClick={(event) => {
          const pressed = event.target instanceof Element && event.target.closest('a, [data-close]')
          if (pressed) sheet.current?.hidePopover()
        }}
      >
        {children}
      </div>
    </>
  )
}
