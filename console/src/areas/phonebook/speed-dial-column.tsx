import type { TextOf } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { cut, CONTACT_NAME_SHOWN } from '../../app/cut.ts'
import { RowWarning } from './row-warning.tsx'

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
        <RowWarning>
          {text('phonebook.collision', {
            names: collidesWith.map((name) => cut(name, CONTACT_NAME_SHOWN)).join(', '),
          })}
        </RowWarning>
      )}
    </>
  ),
})
