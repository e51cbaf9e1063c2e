import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useText } from './i18n.tsx'
import type { ShownToast } from './toast-store.ts'
import { currentToasts, removeToast, subscribeToToasts, TOAST_TIME } from './toast-store.ts'
import styles from './toast.module.css'

const icons = { ok: CircleCheck, info: Info, warning: TriangleAlert, critical: CircleAlert }

/** Where toasts appear; once per page. It is above dialogs. */
export function ToastRegion() {
  const text = useText()
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  const region = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    const element = region.current
    if (!element) return
    const focused = element.contains(document.activeElement) ? document.activeElement : null
    // Reopened for each toast, because a dialog opened meanwhile would cover it.
    if (element.matches(':popover-open')) element.hidePopover()
    if (newest !== undefined) element.showPopover()
    if (focused instanceof HTMLElement) focused.focus()
  }, [newest])
  return (
    <section
      ref={region}
      popover="manual"
      className={styles['region']}
      aria-label={text('ui.messages')}
    >
      {toasts.map((toast) => (
        <Item key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function Item({ toast }: { toast: ShownToast }) {
  const text = useText()
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = hovered || focused
  const Icon = icons[toast.status]
  useEffect(() => {
    const time = TOAST_TIME[toast.status]
    if (held || !Number.isFinite(time)) return undefined
    const timer = setTimeout(() => removeToast(toast.id), time)
    return () => clearTimeout(timer)
  }, [held, toast])
  const { action } = toast
  const urgent = toast.status === 'critical' || toast.status === 'warning'
  return (
    <div
      className={classNames(
        styles['toast'],
        styles[toast.status],
        toast.size === 'large' && styles['large'],
      )}
      // It stays while somebody reads or uses it (WCAG 2.2.1).
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon size={18} className={styles['icon']} aria-hidden="true" />
      <div className={styles['content']}>
        <p role={urgent ? 'alert' : 'status'}>{toast.text}</p>
        {action && (
          <Button
            onClick={() => {
              removeToast(toast.id)
              action.onPress()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton
        label={text('ui.closeMessage')}
        icon={<X size={16} />}
        onClick={() => removeToast(toast.id)}
      />
    </div>
  )
}
