import { categoryOf } from '@lintel/contract/capabilities'
import { readersHaveKeypads, readersOf } from '@lintel/contract/products/readers'
import { openCallButtonLight } from '../hardware/call-button-light.ts'
import { openDisplay } from '../hardware/display.ts'
import { openStatusLed } from '../hardware/status-led.ts'
import { openThermometer } from '../hardware/thermometer.ts'
import { openZoneReport } from '../hardware/zone-report.ts'
import type { Platform } from '../platform.ts'
import { testsItsSpeaker } from '../products/features.ts'
import { openPhotographer } from '../services/storage/photographer.ts'
import { openPictures } from '../services/storage/pictures.ts'
import { synchroniseClock } from '../services/time/set-clock.ts'
import { openApps } from './apps/apps.ts'
import { cameraOf, takePicture } from '../services/video/camera-of.ts'
import { pictureRequestOf } from '../services/video/picture-request.ts'
import { openAudioSite } from './audio-site/audio-site.ts'
import { openCardReader } from './card-reader/card-reader.ts'
import { openIpAccess } from './card-reader/ip-access.ts'
import { openDelivery } from './delivery/delivery.ts'
import { openDeviceRules } from './device-rules.ts'
import { openDoorController } from './door-controller/door-controller.ts'
import { openDiscovery } from './discovery/discovery.ts'
import { uuidOf } from './discovery/upnp-device.ts'
import { openClipPlayer } from './clips/clip-player.ts'
import { openClipDecoder, startDecodeWorker } from './clips/decoder.ts'
import { openHealth } from './health/health.ts'
import { openIoPorts } from './io-ports/io-ports.ts'
import { engineList } from './lifecycle.ts'
import type { Lifecycle } from './lifecycle.ts'
import { openMedia } from './media/media.ts'
import { startMediaWorker } from './media/start-worker.ts'
import { openMqtt } from './mqtt/mqtt.ts'
import { openNetwork } from './network/network.ts'
import { openNtp } from './ntp/ntp.ts'
import { openPing } from './ping/ping.ts'
import { openPortAccess } from './port-access/port-access.ts'
import { sipPartsOf } from './sip-parts.ts'
import { openRtsp } from './rtsp/rtsp.ts'
import { openSchedules } from './schedules/schedules.ts'
import { openSip } from './sip/sip.ts'
import { openSnmp } from './snmp/snmp.ts'
import { openSound } from './sound/sound.ts'
import { openSpeaker } from './speaker/speaker.ts'
import { openCallReadiness } from './telephone/call-readiness.ts'
import { openTelephone } from './telephone/telephone.ts'
import { openLegacyCiphers } from './web-server/legacy-ciphers.ts'
import { openStatusEvents } from './status-events/status-events.ts'
import { openStorage } from './storage/storage.ts'
import { startVideoWorker } from './video/start-worker.ts'
import { openVirtualInputs } from './virtual-inputs/virtual-inputs.ts'
import { openWebServer } from './web-server/web-server.ts'

/**
 * Opens every engine of the device in this order. They start and are notified of changes in it, and
 * close in reverse. No other place lists the engines.
 */
export const openEngines = (platform: Platform, lifecycle: Lifecycle) =>
  engineList(platform, lifecycle)
    .add((device) => ({ network: openNetwork(device) }))
    .add((device) => ({ webServer: openWebServer(device) }))
    .add((device) => ({ portAccess: openPortAccess(device) }))
    .add((device) => ({ legacyCiphers: openLegacyCiphers(device) }))
    .add((device) => ({ thermometer: openThermometer(device) }))
    .add((device) => ({ zoneReport: openZoneReport(device) }))
    .add((device) => ({
      display: device.product.capabilities?.display ? openDisplay(device) : undefined,
    }))
    .add((device) => ({
      callButtonLight: device.product.plate.callButton ? openCallButtonLight(device) : undefined,
    }))
    .add((device) => ({ callReadiness: openCallReadiness(device) }))
    .add((device) => ({ statusLed: openStatusLed(device) }))
    .add((device) => ({ ioPorts: openIoPorts(device) }))
    .add((device) => ({ virtualInputs: openVirtualInputs(device) }))
    .add((device) => ({
      reader: device.product.capabilities?.reader
        ? openCardReader({
            ...device,
            readers: readersOf(device.product),
            keypads: readersHaveKeypads(device.product),
          })
        : undefined,
    }))
    .add((device) => ({
      ipAccess: device.reader ? openIpAccess({ ...device, reader: device.reader }) : undefined,
    }))
    .add((device) => ({
      doorController:
        categoryOf(device.product.brand.type) === 'accesscontrol'
          ? openDoorController(device)
          : undefined,
    }))
    .add((device) => ({
      audioSite: device.product.audio?.output ? openAudioSite(device) : undefined,
    }))
    .add((device) => ({ storage: openStorage(device) }))
    .add((device) => ({ schedules: openSchedules(device) }))
    .add((device) => ({
      delivery: openDelivery({
        ...device,
        deviceName: () => device.parameters.get('root.Network.Bonjour.FriendlyName'),
      }),
    }))
    .add((device) => ({ media: openMedia({ ...device, startWorker: startMediaWorker }) }))
    .add((device) => ({ sound: device.product.audio ? openSound(device) : undefined }))
    .add((device) => ({
      clipPlayer:
        device.sound && device.product.audio?.output
          ? openClipPlayer(
              { ...device, player: device.sound.player },
              openClipDecoder(startDecodeWorker, device.clock),
            )
          : undefined,
    }))
    .add((device) => ({
      speaker:
        device.sound && testsItsSpeaker(device.product)
          ? openSpeaker({ ...device, sound: device.sound }, uuidOf(device.plugged.serial))
          : undefined,
    }))
    .add((device) => ({ sip: openSip(sipPartsOf(device)) }))
    .add((device) => ({ telephone: openTelephone(device) }))
    .add((device) => ({
      camera: device.product.camera ? cameraOf(device, startVideoWorker) : undefined,
    }))
    .add((device) => ({
      rtsp: device.camera ? openRtsp({ ...device, camera: device.camera }) : undefined,
    }))
    .add((device) => ({ pictures: device.camera ? openPictures(device) : undefined }))
    .add((device) => ({
      photographer:
        device.camera && device.pictures
          ? openPhotographer({ ...device, camera: device.camera, pictures: device.pictures })
          : undefined,
    }))
    .add((device) => {
      const { camera, parameters } = device
      const take = camera && {
        takePicture: (gone: AbortSignal) =>
          takePicture(camera, pictureRequestOf({}, parameters), gone),
      }
      return { mqtt: openMqtt({ ...device, ...take }) }
    })
    .add((device) => ({ ping: openPing(device) }))
    .add((device) => ({
      ntp: openNtp({ ...device, step: (utc, server) => synchroniseClock(device, utc, server) }),
    }))
    .add((device) => ({ snmp: openSnmp(device) }))
    .add((device) => ({ discovery: openDiscovery(device) }))
    .add((device) => ({ actionRules: openDeviceRules(device) }))
    .add((device) => ({ apps: openApps(device) }))
    .add((device) => ({ health: openHealth(device) }))
    // The last one: it announces that all of them have started.
    .add((device) => ({ statusEvents: openStatusEvents(device) })).parts

/** The platform and its engines. */
export type DeviceWithEngines = ReturnType<typeof openEngines>
