import type { TextOf } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { TriangleAlert } from 'lucide-react'
import { cut, CONTACT_NAME_SHOWN } from './cut.ts'
import styles from './phonebook.module.css'

/** The speed dials of contacts or call groups, with who else has the same. */
export const speedDialColumn = <T extends { keyTrigger: string; collidesWith: readonly string[] }>(
  text: TextOf,
): Column<T> => ({
  id: 'keyTrigger',
  head: text('phonebook.speedDial'),
  sortBy: 'device',
  width: '18%',
  cell: ({ keyTrigger, collidesWith }) => (
    <>
      <span className="mono">{keyTrigger}</span>
      {collidesWith.length > 0 && (
        <small className={styles['collision']}>
          <TriangleAlert size={13} aria-hidden="true" />
          <span>
            {text('phonebook.collision', {
              names: collidesWith.map((name) => cut(name, CONTACT_NAME_SHOWN)).join(', '),
            })}
          </span>
        </small>
      )}
    </>
  ),
})
