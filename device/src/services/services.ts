import { eventService } from './events/events.ts'
import { heatService } from './heat/heat.ts'
import { identityService } from './identity/identity.ts'
import { parameterService } from './parameters/parameters.ts'
import type { Service } from './service.ts'
import { systemService } from './system/system.ts'
import { timeService } from './time/time.ts'
import { userService } from './users/users.ts'
import { videoService } from './video/video.ts'

/** Everything that the device answers to. */
export const SERVICES: readonly Service[] = [
  userService,
  identityService,
  parameterService,
  systemService,
  timeService,
  videoService,
  heatService,
  eventService,
]
