import { TOPICS } from '@lintel/contract/events'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { BookUser } from 'lucide-react'
import { useEffect } from 'react'
import { onEvents } from '../../app/events/live.ts'
import { sipEnabledQuery } from '../../app/sip.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { Fresh } from '../overview/tiles/fresh.tsx'
import type { TileProps } from '../overview/tiles/filled.ts'
import { TileEmpty } from '../overview/tiles/tile-empty.tsx'
import { TileView } from '../overview/tiles/tile-view.tsx'
import styles from '../overview/tiles/tile.module.css'
import { accountsQuery, showStatus } from './queries.ts'
import { standingOf } from './status.ts'
import type { AccountRow, Standing } from './status.ts'

const LAMPS = {
  ok: 'ok',
  trying: undefined,
  local: undefined,
  moved: 'warn',
  refused: 'crit',
  failed: 'crit',
  disabled: undefined,
  sipOff: undefined,
  idle: undefined,
  certificateMissing: 'crit',
} as const satisfies Record<Standing, string | undefined>

/** How many rows there are; with more accounts, the last row says how many more. */
const SHOWN = 4

/** Which SIP accounts are registered, and why others are not. */
export function SipAccountsTile({ note }: TileProps) {
  const text = useText()
  const accounts = useQuery(accountsQuery)
  const sipOn = useQuery(sipEnabledQuery).data
  useEffect(
    () =>
      onEvents([TOPICS.sipAccountStatus], (data, source) => {
        const id = source['SIPAccountId']
        if (id !== undefined) showStatus(id, Number(data['Status']), data['StatusText'] ?? '')
      }),
    [],
  )
  const isFilled = accounts.data && accounts.data.rows.length > 0 && sipOn !== false
  useEffect(() => {
    if (isFilled !== undefined) note(isFilled)
  }, [isFilled, note])
  return (
    <TileView query={accounts} shape="row">
      {({ rows }) =>
        rows.length === 0 || sipOn === false ? (
          <TileEmpty icon={BookUser}>
            {text(sipOn === false ? 'ui.sipDisabled' : 'tiles.sip.none')}
          </TileEmpty>
        ) : (
          <ul className={styles['rows']}>
            {rows.slice(0, rows.length > SHOWN ? SHOWN - 1 : SHOWN).map((row) => (
              <Account key={row.id} row={row} sipOn={sipOn} />
            ))}
            {rows.length > SHOWN && (
              <li className={styles['row']}>
                <a href={hrefTo(paths.sipAccounts())}>
                  {text('tiles.more', { count: rows.length - SHOWN + 1 })}
                </a>
              </li>
            )}
          </ul>
        )
      }
    </TileView>
  )
}

function Account({ row, sipOn }: { row: AccountRow; sipOn: boolean | undefined }) {
  const text = useText()
  const { account } = row
  const standing = standingOf(row, sipOn)
  return (
    <li className={styles['row']}>
      <i className={styles['lamp']} data-status={LAMPS[standing]} aria-hidden="true" />
      <span className={styles['main']}>
        {account.Name || account.UserId || account.PublicDomain}
        <small>
          <Fresh value={text(`sipAccounts.status.${standing}`)} />
        </small>
      </span>
    </li>
  )
}
