import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

type ButtonKind = 'default' | 'primary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  kind?: ButtonKind
  /** The action is pending: presses do nothing, and the button keeps the focus. */
  busy?: boolean
  /** There is nothing to do at present: presses do nothing, and the button keeps the focus. */
  off?: boolean
  /** An icon of 16 px before the label. */
  icon?: ReactNode
}

/** A button. Its label is a verb. */
export function Button(props: ButtonProps) {
  const {
    kind = 'default',
    busy = false,
    off = false,
    icon,
    type = 'button',
    onClick,
    children,
    ...rest
  } = props
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- it always has one, 'button' unless given
      type={busy || off ? 'button' : type}
      className={classNames(styles['button'], styles[kind], off && styles['off'])}
      aria-busy={busy || undefined}
      aria-disabled={busy || off || undefined}
      onClick={busy || off ? undefined : onClick}
    >
      {busy ? <span className={styles['spinner']} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

/** A button with only an icon; the label is its accessible name and its tooltip. */
export function IconButton(
  props: Omit<ComponentProps<'button'>, 'className' | 'children'> & {
    label: string
    icon: ReactNode
  },
) {
  const { label, icon, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles['button'], styles['quiet'], styles['square'])}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  )
}

/** A link that looks like a button, for navigation to another page. */
export function LinkButton(
  props: Omit<ComponentProps<'a'>, 'className'> & {
    href: string
    kind?: ButtonKind
    icon?: ReactNode
  },
) {
  const { kind = 'default', icon, children, ...rest } = props
  return (
    <a {...rest} className={classNames(styles['button'], styles[kind])}>
      {icon}
      {children}
    </a>
  )
}
