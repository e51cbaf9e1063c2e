/**
 * Every call of the device. The API reference is made from this list, and the access matrix tests
 * each of them.
 */
import type { Call } from '../call.ts'
import * as accessControl from './access-control.ts'
import * as accessLog from './access-log.ts'
import * as actionRules from './action-rules.ts'
import * as actionService from './action-service.ts'
import * as applications from './applications.ts'
import * as audio from './audio.ts'
import * as audioFollowers from './audio-followers.ts'
import * as callLog from './call-log.ts'
import * as cardReader from './card-reader.ts'
import * as certificates from './certificates.ts'
import * as clientNotes from './client-notes.ts'
import * as clips from './clips.ts'
import * as diskProperties from './disk-properties.ts'
import * as disks from './disks.ts'
import * as displayImage from './display-image.ts'
import * as discovery from './discovery.ts'
import * as dtmfTriggers from './dtmf-triggers.ts'
import * as eventInstances from './event-instances.ts'
import * as events from './events.ts'
import * as firmware from './firmware.ts'
import * as health from './health.ts'
import * as identify from './identify.ts'
import * as identity from './identity.ts'
import * as ioPorts from './io-ports.ts'
import * as intercom from './intercom.ts'
import * as language from './language.ts'
import * as log from './log.ts'
import * as mqtt from './mqtt.ts'
import * as network from './network.ts'
import * as networkShares from './network-shares.ts'
import * as networkSettings from './network-settings.ts'
import * as ntp from './ntp.ts'
import * as oak from './oak.ts'
import * as onvifDevice from './onvif-device.ts'
import * as onvifEvents from './onvif-events.ts'
import * as onvifMedia from './onvif-media.ts'
import * as onvifProfiles from './onvif-profiles.ts'
import * as onvifTime from './onvif-time.ts'
import * as onvifUsers from './onvif-users.ts'
import * as parameterDefinitions from './parameter-definitions.ts'
import * as parameters from './parameters.ts'
import * as phonebook from './phonebook.ts'
import * as phonebookFiles from './phonebook-files.ts'
import * as phonebookImages from './phonebook-images.ts'
import * as phonebookLists from './phonebook-lists.ts'
import * as pictures from './pictures.ts'
import * as recipients from './recipients.ts'
import * as reports from './reports.ts'
import * as scheduleRows from './schedule-rows.ts'
import * as schedules from './schedules.ts'
import * as session from './session.ts'
import * as shockDetection from './shock-detection.ts'
import * as sip from './sip.ts'
import * as sipAccounts from './sip-accounts.ts'
import * as sipCalls from './sip-calls.ts'
import * as sipDtmf from './sip-dtmf.ts'
import { getDiskJobs } from './storage.ts'
import * as sound from './sound.ts'
import * as system from './system.ts'
import * as time from './time.ts'
import * as trial from './trial.ts'
import * as users from './users.ts'
import * as video from './video.ts'
import * as videoOutput from './video-output.ts'
import * as virtualInputs from './virtual-inputs.ts'
import * as webServer from './web-server.ts'

const families = [
  users,
  onvifUsers,
  onvifTime,
  onvifDevice,
  onvifMedia,
  onvifEvents,
  onvifProfiles,
  identity,
  discovery,
  parameters,
  parameterDefinitions,
  system,
  firmware,
  network,
  mqtt,
  networkSettings,
  reports,
  health,
  webServer,
  certificates,
  language,
  log,
  clientNotes,
  intercom,
  displayImage,
  cardReader,
  accessControl,
  accessLog,
  phonebook,
  phonebookFiles,
  phonebookImages,
  phonebookLists,
  ioPorts,
  virtualInputs,
  identify,
  audio,
  audioFollowers,
  sound,
  shockDetection,
  clips,
  time,
  ntp,
  trial,
  video,
  videoOutput,
  sip,
  sipAccounts,
  sipDtmf,
  sipCalls,
  callLog,
  dtmfTriggers,
  scheduleRows,
  schedules,
  eventInstances,
  actionService,
  recipients,
  actionRules,
  disks,
  pictures,
  diskProperties,
  networkShares,
  { getDiskJobs },
  applications,
  oak,
  session,
  events,
]

export const deviceCalls: readonly Call[] = families
  .flatMap((family) => Object.values<unknown>(family))
  // Schemas that several of them share have a kind, too, but no id.
  .filter(
    (value): value is Call =>
      typeof value === 'object' && value !== null && 'kind' in value && 'id' in value,
  )
