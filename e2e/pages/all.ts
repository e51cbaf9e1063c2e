import { accessLog } from './access-log.ts'
import { actionRules } from './action-rules.ts'
import { audio } from './audio.ts'
import { audioSettings } from './audio-settings.ts'
import { audioSystemOverview } from './audio-system-overview.ts'
import { audioSystemSettings } from './audio-system-settings.ts'
import { audioclips } from './audioclips.ts'
import { camera } from './camera.ts'
import { certificates } from './certificates.ts'
import { configCheck } from './config-check.ts'
import { credentials } from './credentials.ts'
import { datetime } from './datetime.ts'
import type { PageDescriptor } from './descriptor.ts'
import { detectors } from './detectors.ts'
import { displayConfig } from './display-config.ts'
import { events } from './events.ts'
import { health } from './health.ts'
import { hdmi } from './hdmi.ts'
import { ioPorts } from './io-ports.ts'
import { language } from './language.ts'
import { licences } from './licences.ts'
import { maintenance } from './maintenance.ts'
import { manualTriggers } from './manual-triggers.ts'
import { mqtt } from './mqtt.ts'
import { networkSecurity } from './network-security.ts'
import { networkSnmp } from './network-snmp.ts'
import { network } from './network.ts'
import { onvif } from './onvif.ts'
import { overview } from './overview.ts'
import { phonebookPages } from './phonebook-pages.ts'
import { phonebook } from './phonebook.ts'
import { phonebookFiles } from './phonebook-files.ts'
import { phonebookForms } from './phonebook-forms.ts'
import { plainconfig } from './plainconfig.ts'
import { reader } from './reader.ts'
import { recipients } from './recipients.ts'
import { reports } from './reports.ts'
import { schedules } from './schedules.ts'
import { search } from './search.ts'
import { services } from './services.ts'
import { sipAccounts } from './sip-accounts.ts'
import { sipCalls } from './sip-calls.ts'
import { sipDtmf } from './sip-dtmf.ts'
import { sipSettings } from './sip-settings.ts'
import { signIn } from './sign-in.ts'
import { storage } from './storage.ts'
import { users } from './users.ts'
import { wizard } from './wizard.ts'

/** The pages of every area by folder name. */
export const AREAS: Readonly<Record<string, readonly PageDescriptor[]>> = {
  'access-log': accessLog,
  'action-rules': actionRules,
  audio: [...audio, ...audioSettings],
  'audio-system-overview': audioSystemOverview,
  'audio-system-settings': audioSystemSettings,
  audioclips,
  camera,
  certificates,
  'config-check': configCheck,
  credentials,
  datetime,
  detectors,
  'display-config': displayConfig,
  events,
  health,
  hdmi,
  'io-ports': ioPorts,
  language,
  licences,
  maintenance,
  'manual-triggers': manualTriggers,
  mqtt,
  network,
  'network-security': networkSecurity,
  'network-snmp': networkSnmp,
  onvif,
  overview,
  phonebook: [...phonebook, ...phonebookFiles, ...phonebookForms, ...phonebookPages],
  plainconfig,
  reader,
  recipients,
  reports,
  schedules,
  search,
  services,
  'sign-in': signIn,
  'sip-accounts': sipAccounts,
  'sip-calls': sipCalls,
  'sip-dtmf': sipDtmf,
  'sip-settings': sipSettings,
  storage,
  users,
  wizard,
}
