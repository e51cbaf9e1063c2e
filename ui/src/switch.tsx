import type { ComponentProps } from 'react'
import styles from './switch.module.css'

/** On or off, applied at once. Give it an `aria-label`, or an `id` with a label elsewhere. */
export function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
  return <input {...props} type="checkbox" role="switch" className={styles['switch']} />
}
