/** How a certificate's values are said. */
import type { MessageId } from '@lintel/contract/messages'
import { Chip } from '@lintel/ui/chip'
import { useLanguage, useText } from '@lintel/ui/i18n'
import styles from './certificates.module.css'

/** The common name in a distinguished name, or all of it. */
export const shortName = (name: string): string =>
  /^CN=(.*)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ')

/** A function from ISO times to days, in UTC as certificates have them. */
export function useDay(): (iso: string) => string {
  const format = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium', timeZone: 'UTC' })
  return (iso) => format.format(new Date(iso))
}

/** The sets that people know under other names. */
const KNOWN: Readonly<Record<string, MessageId>> = {
  WebServer: 'ui.webServer',
  AUDIOSITE: 'ui.audioSite',
  EAPTLS_WIRED: 'ui.ieee8021x',
  EAPTLS_WIRED_SERVER: 'ui.ieee8021x',
}

/** What uses a certificate, by the names of its sets. */
export function Uses({ usedBy }: { usedBy: readonly string[] }) {
  const text = useText()
  const names = new Set(
    usedBy.map((set) => {
      const known = KNOWN[set]
      return known === undefined ? set : text(known)
    }),
  )
  return (
    <span className={styles['uses']}>
      {[...names].map((name) => (
        <Chip key={name} status="ok">
          {name}
        </Chip>
      ))}
    </span>
  )
}
