import type { ProbeStatus } from '@lintel/contract/calls/card-reader'
import { pickLanguage } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import de from '../../../messages/access-server/de.json' with { type: 'json' }
import en from '../../../messages/access-server/en.json' with { type: 'json' }
import es from '../../../messages/access-server/es.json' with { type: 'json' }
import fr from '../../../messages/access-server/fr.json' with { type: 'json' }
import it from '../../../messages/access-server/it.json' with { type: 'json' }
import pl from '../../../messages/access-server/pl.json' with { type: 'json' }
import sv from '../../../messages/access-server/sv.json' with { type: 'json' }
import type { ServerFailure } from '../remote-server.ts'

/**
 * What is known of the server, or of a connection to it:
 * - `connected`: it has the access point;
 * - `noPoints`: it has none at all; `gone`: not, or no longer, the one that was chosen;
 * - `notChosen`: nobody has chosen one; `unused`: the reader has another protocol;
 * - `checking`: it has been asked and has not answered yet; `offline`: our cable is out.
 */
export type AccessState =
  | ServerFailure
  | 'connected'
  | 'noPoints'
  | 'gone'
  | 'notChosen'
  | 'unused'
  | 'checking'
  | 'offline'

const TEXTS: Record<LanguageCode, Partial<typeof en>> = { en, es, de, it, fr, pl, sv }

/** The state in a sentence, in this language of the device. */
export const accessText = (state: AccessState, language: string): string =>
  ({ ...en, ...TEXTS[pickLanguage([language])] })[`accessServer.${state}`]

/** The state as the intercom service names what probing found. */
export const PROBE_STATUS_OF: Record<ServerFailure, ProbeStatus> = {
  address: 'ConnectionError',
  unreachable: 'ConnectionError',
  late: 'ConnectionError',
  redirected: 'ConnectionError',
  notEncrypted: 'ConnectionError',
  untrusted: 'CertificateError',
  otherName: 'CertificateError',
  expired: 'CertificateError',
  refusedUser: 'AuthenticationError',
  noRight: 'AuthenticationError',
  noSignIn: 'AuthenticationError',
  unreadable: 'UnknownError',
}
