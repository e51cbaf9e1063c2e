import { categoryOf } from '@lintel/contract/capabilities'
import type { Product } from '@lintel/contract/products/product'
import { detectsSound, testsItsSpeaker } from '../products/features.ts'
import { accessPointService } from './access-points/access-points.ts'
import { actionRuleService } from './action-rules/action-rules.ts'
import { actionWebService } from './action-rules/action-service.ts'
import { recipientService } from './action-rules/recipients.ts'
import { appService } from './apps/apps.ts'
import { oakService } from './apps/oak.ts'
import { audioService } from './audio/audio.ts'
import { soundService } from './audio/sound.ts'
import { callButtonService } from './call-button/call-button.ts'
import { certificateService } from './certificates/certificates.ts'
import { clientNotesService } from './client-notes/client-notes.ts'
import { clipService } from './clips/clips.ts'
import { discoveryService } from './discovery/discovery.ts'
import { eventInstanceService } from './events/event-instances.ts'
import { eventService } from './events/events.ts'
import { firmwareService } from './firmware/firmware.ts'
import { healthService } from './health/health.ts'
import { heatService } from './heat/heat.ts'
import { identifyService } from './identify/identify.ts'
import { identityService } from './identity/identity.ts'
import { audioDetectionService } from './detectors/audio-detection.ts'
import { darkImageService } from './detectors/dark-images.ts'
import { shockDetectionService } from './detectors/shock-detection.ts'
import { accessServerService } from './intercom/access-server.ts'
import { intercomService } from './intercom/intercom.ts'
import { ioPortService } from './io-ports/io-ports.ts'
import { portEventService } from './io-ports/port-events.ts'
import { languageService } from './language/language.ts'
import { mqttService } from './mqtt/mqtt.ts'
import { networkService } from './network/network.ts'
import { onvifDeviceService } from './onvif/device-service.ts'
import { onvifEventService } from './onvif/event-service.ts'
import { onvifMediaService } from './onvif/media-service.ts'
import { mediaProfileService } from './onvif/profile-service.ts'
import { onvifScopeService } from './onvif/scopes.ts'
import { onvifUserService } from './onvif-users/onvif-users.ts'
import { parameterService } from './parameters/parameters.ts'
import { phonebookService } from './phonebook/phonebook.ts'
import type { Service } from './service.ts'
import { reportService } from './reports/reports.ts'
import { scheduleService } from './schedules/schedules.ts'
import { sipService } from './sip/sip.ts'
import { speakerTestService } from './speaker-test/speaker-test.ts'
import { diskPropertyService } from './storage/disk-properties.ts'
import { diskService } from './storage/disks.ts'
import { pictureService } from './storage/picture-service.ts'
import { networkShareService } from './storage/network-shares.ts'
import { systemService } from './system/system.ts'
import { timeService } from './time/time.ts'
import { trialService } from './trial/trial.ts'
import { userService } from './users/users.ts'
import { videoService } from './video/video.ts'
import { videoOutputService } from './video-output/video-output.ts'
import { virtualInputService } from './virtual-inputs/virtual-inputs.ts'
import { webServerService } from './web-server/web-server.ts'

/** All services of a product; this is the only place that leaves out what it lacks. */
export const servicesOf = (product: Product): readonly Service[] => [
  ...ON_ALL,
  ...(product.ports.inputs + product.ports.outputs > 0 ? [ioPortService, portEventService] : []),
  ...(product.camera
    ? [videoService, pictureService, darkImageService, onvifMediaService, mediaProfileService]
    : []),
  ...(product.plate.callButton ? [callButtonService] : []),
  ...(product.shockSensor ? [shockDetectionService] : []),
  ...(product.audio ? [soundService] : []),
  ...(detectsSound(product) ? [audioDetectionService] : []),
  ...(product.audio?.output ? [audioService, clipService, identifyService] : []),
  ...(testsItsSpeaker(product) ? [speakerTestService] : []),
  ...(product.capabilities ? [intercomService, accessServerService] : []),
  ...(categoryOf(product.brand.type) === 'doorstation' ? [phonebookService] : []),
  ...(categoryOf(product.brand.type) === 'accesscontrol' ? [accessPointService] : []),
  ...(product.capabilities?.hdmi ? [videoOutputService] : []),
]

const ON_ALL: readonly Service[] = [
  userService,
  onvifUserService,
  onvifDeviceService,
  onvifScopeService,
  onvifEventService,
  certificateService,
  webServerService,
  identityService,
  discoveryService,
  parameterService,
  systemService,
  firmwareService,
  languageService,
  clientNotesService,
  timeService,
  networkService,
  mqttService,
  reportService,
  healthService,
  heatService,
  trialService,
  eventService,
  eventInstanceService,
  recipientService,
  actionWebService,
  actionRuleService,
  virtualInputService,
  sipService,
  scheduleService,
  diskService,
  diskPropertyService,
  networkShareService,
  appService,
  oakService,
]
