/** Formats a certificate's values. */
import type { MessageId } from '@lintel/contract/messages'
import { Chip } from '@lintel/ui/chip'
import { formatDay } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import styles from './certificates.module.css'
import type { CertificateDetails } from './certificate.ts'

/** The type of a certificate's key, or its length; empty if neither is known. */
export function useKeyName(): (certificate: Pick<CertificateDetails, 'key' | 'bits'>) => string {
  const text = useText()
  return ({ key, bits }) =>
    key ?? (bits === undefined ? '' : text('certificates.bits', { bits: String(bits) }))
}

/** The common name of a distinguished name, or the whole name. */
export const shortName = (name: string): string =>
  /^CN=(.*)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ')

/** Returns a function from ISO times to dates, in UTC as in certificates. */
export function useDay(): (iso: string) => string {
  const language = useLanguage()
  return (iso) => formatDay(language, new Date(iso))
}

/** The certificate set of the web server. */
export const WEB_SERVER = 'WebServer'

/** The certificate sets that have another name in the interface. */
const KNOWN: Readonly<Record<string, MessageId>> = {
  [WEB_SERVER]: 'ui.webServer',
  AUDIOSITE: 'ui.audioSite',
  EAPTLS_WIRED: 'ui.ieee8021x',
  EAPTLS_WIRED_SERVER: 'ui.ieee8021x',
  EAPPEAP_MSCHAPV2_WIRED: 'ui.ieee8021x',
}

/** What uses a certificate: its sets and SIP accounts, by their names. */
export function Uses({ usedBy, sipAccounts }: Record<'usedBy' | 'sipAccounts', readonly string[]>) {
  const text = useText()
  const names = new Set([
    ...usedBy.map((set) => {
      const known = KNOWN[set]
      return known === undefined ? set : text(known)
    }),
    ...sipAccounts.map((name) => text('certificates.sipAccount', { name })),
  ])
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
