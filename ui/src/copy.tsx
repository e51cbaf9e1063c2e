import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { breakable } from './breakable.tsx'
import { IconButton } from './button.tsx'
import styles from './copy.module.css'
import { useText } from './i18n.tsx'
import { showToast } from './toast.tsx'

/** How long the button confirms a copy, in milliseconds. */
const CONFIRMED = 2_000

/**
 * A value with a button that copies it. Without access to the clipboard, which browsers refuse over
 * plain http, the value is selected instead, and a message says so.
 */
export function Copyable(props: {
  value: string
  /** What the value is, such as “Serial number”. */
  term: string
  children?: ReactNode
}) {
  const { value, term, children } = props
  const text = useText()
  const shown = useRef<HTMLSpanElement>(null)
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), CONFIRMED)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    if (await copyText(value)) {
      setCopied(true)
      return
    }
    if (shown.current) getSelection()?.selectAllChildren(shown.current)
    showToast({ status: 'info', text: text('ui.copyByKey') })
  }

  return (
    <span className={styles['copyable']}>
      <span ref={shown}>{children ?? breakable(value)}</span>
      <span className={styles['button']}>
        <IconButton
          label={text('ui.copy', { term })}
          icon={copied ? <Check size={14} /> : <Copy size={14} />}
          onClick={() => void copy()}
        />
        <output className="sr-only">{copied ? text('ui.copied', { term }) : ''}</output>
      </span>
    </span>
  )
}

/** Puts a text on the clipboard. Browsers offer it to secure pages only, and may refuse. */
export async function copyText(value: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (!clipboard) return false
  return clipboard.writeText(value).then(
    () => true,
    () => false,
  )
}
