import { Pencil } from 'lucide-react'
import styles from './edit-link.module.css'
import { useText } from './i18n.tsx'

/**
 * The link from a row of a table to the page that edits it. In narrow windows it is an icon, as
 * long words would push it out of the table.
 * @param props.label its accessible name, such as "Edit guard1"
 */
export function EditLink({ href, label }: { href: string; label: string }) {
  const text = useText()
  return (
    <a className={styles['edit']} href={href} aria-label={label}>
      <Pencil size={18} aria-hidden="true" />
      <span>{text('ui.edit')}</span>
    </a>
  )
}

/** The same for a row that is edited on the page itself. */
export function EditButton({ label, onClick }: { label: string; onClick: () => void }) {
  const text = useText()
  return (
    <button type="button" className={styles['edit']} aria-label={label} onClick={onClick}>
      <Pencil size={18} aria-hidden="true" />
      <span>{text('ui.edit')}</span>
    </button>
  )
}
