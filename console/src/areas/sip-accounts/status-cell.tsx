import { useText } from '@lintel/ui/i18n'
import {
  ArrowLeftRight,
  CircleCheck,
  CornerUpRight,
  KeyRound,
  Loader,
  TriangleAlert,
} from 'lucide-react'
import { groupOf, registerReason, standingOf } from './status.ts'
import type { AccountRow, Standing, StatusGroup } from './status.ts'
import styles from './status-cell.module.css'

const ICONS = {
  local: ArrowLeftRight,
  trying: Loader,
  ok: CircleCheck,
  moved: CornerUpRight,
  refused: KeyRound,
  failed: TriangleAlert,
} as const satisfies Record<StatusGroup, unknown>

/**
 * Whether an account is registered: an icon, what it is, and what to do about it. B §4.
 * @param props.sipOn whether SIP is enabled; undefined while that is unknown
 */
export function StatusCell({ row, sipOn }: { row: AccountRow; sipOn: boolean | undefined }) {
  const text = useText()
  const code = row.status?.Status ?? 0
  const group = groupOf(code)
  const standing = standingOf(row, sipOn)
  const Icon = ICONS[group]
  return (
    <span className={styles['status']}>
      <Icon size={16} aria-hidden="true" className={styles['icon']} data-group={group} />
      <span>
        {text(`sipAccounts.status.${standing}`)}
        <Remedy row={row} standing={standing} />
      </span>
    </span>
  )
}

/** What to do about an account that can't be used as it is. */
function Remedy({ row, standing }: { row: AccountRow; standing: Standing }) {
  const text = useText()
  const code = row.status?.Status ?? 0
  if (standing === 'certificateMissing') {
    const { Certificate: name } = row.account
    return <small>{text('sipAccounts.status.certificateMissing.next', { name })}</small>
  }
  if (standing !== 'refused' && standing !== 'failed') return null
  const reason = registerReason(code)
  return (
    <small>
      {text(
        reason === undefined
          ? `sipAccounts.status.${standing}.next`
          : `sipAccounts.register.${reason}`,
      )}{' '}
      {/* In the words of the device or the registrar, for those who look it up. */}
      <span translate="no">{`(${wordsOf(code, row.status?.StatusText)})`}</span>
    </small>
  )
}

/** The code with its phrase, which some devices repeat it in. */
const wordsOf = (code: number, phrase = ''): string =>
  phrase.startsWith(String(code)) ? phrase : `${code} ${phrase}`.trim()
