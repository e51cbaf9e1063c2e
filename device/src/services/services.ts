import type { Product } from '@lintel/contract/products/product'
import { audioService } from './audio/audio.ts'
import { clientNotesService } from './client-notes/client-notes.ts'
import { clipService } from './clips/clips.ts'
import { eventService } from './events/events.ts'
import { heatService } from './heat/heat.ts'
import { identifyService } from './identify/identify.ts'
import { identityService } from './identity/identity.ts'
import { intercomService } from './intercom/intercom.ts'
import { languageService } from './language/language.ts'
import { onvifUserService } from './onvif-users/onvif-users.ts'
import { parameterService } from './parameters/parameters.ts'
import type { Service } from './service.ts'
import { systemService } from './system/system.ts'
import { timeService } from './time/time.ts'
import { trialService } from './trial/trial.ts'
import { userService } from './users/users.ts'
import { videoService } from './video/video.ts'

/** Everything that a product answers to: no other place says what it lacks. */
export const servicesOf = (product: Product): readonly Service[] => [
  ...ON_ALL,
  ...(product.camera ? [videoService] : []),
  ...(product.audio?.output ? [audioService, clipService, identifyService] : []),
  ...(product.capabilities ? [intercomService] : []),
  ...(product.capabilities?.display ? [heatService] : []),
]

const ON_ALL: readonly Service[] = [
  userService,
  onvifUserService,
  identityService,
  parameterService,
  systemService,
  languageService,
  clientNotesService,
  timeService,
  trialService,
  eventService,
]
