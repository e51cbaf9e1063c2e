/** Every call of the device. The access matrix and the API reference are made from this list. */
import type { Call } from '../call.ts'
import * as audio from './audio.ts'
import * as clientNotes from './client-notes.ts'
import * as events from './events.ts'
import * as identify from './identify.ts'
import * as identity from './identity.ts'
import * as intercom from './intercom.ts'
import * as language from './language.ts'
import * as onvifTime from './onvif-time.ts'
import * as onvifUsers from './onvif-users.ts'
import * as parameters from './parameters.ts'
import * as session from './session.ts'
import * as system from './system.ts'
import * as time from './time.ts'
import * as trial from './trial.ts'
import * as users from './users.ts'
import * as video from './video.ts'

const families = [
  users,
  onvifUsers,
  onvifTime,
  identity,
  parameters,
  system,
  language,
  clientNotes,
  intercom,
  identify,
  audio,
  time,
  trial,
  video,
  session,
  events,
]

export const deviceCalls: readonly Call[] = families
  .flatMap((family) => Object.values<unknown>(family))
  .filter((value): value is Call => typeof value === 'object' && value !== null && 'kind' in value)
