import { openCallButtonLight } from '../hardware/call-button-light.ts'
import { openDisplay } from '../hardware/display.ts'
import { openThermometer } from '../hardware/thermometer.ts'
import type { Platform } from '../platform.ts'
import { testsItsSpeaker } from '../products/features.ts'
import { synchroniseClock } from '../services/time/set-clock.ts'
import { openApps } from './apps/apps.ts'
import { cameraOf } from '../services/video/camera-of.ts'
import { openAudioSite } from './audio-site/audio-site.ts'
import { openCardReader } from './card-reader/card-reader.ts'
import { openIpAccess } from './card-reader/ip-access.ts'
import { openDiscovery } from './discovery/discovery.ts'
import { uuidOf } from './discovery/upnp-device.ts'
import { openIoPorts } from './io-ports/io-ports.ts'
import { engineList } from './lifecycle.ts'
import type { Lifecycle } from './lifecycle.ts'
import { openMedia } from './media/media.ts'
import { startMediaWorker } from './media/start-worker.ts'
import { openNetwork } from './network/network.ts'
import { openNtp } from './ntp/ntp.ts'
import { openPing } from './ping/ping.ts'
import { sipPartsOf } from './sip-parts.ts'
import { openRtsp } from './rtsp/rtsp.ts'
import { openSchedules } from './schedules/schedules.ts'
import { openSip } from './sip/sip.ts'
import { openSnmp } from './snmp/snmp.ts'
import { openSound } from './sound/sound.ts'
import { openSpeaker } from './speaker/speaker.ts'
import { openTelephone } from './telephone/telephone.ts'
import { openLegacyCiphers } from './web-server/legacy-ciphers.ts'
import { openStorage } from './storage/storage.ts'
import { startVideoWorker } from './video/start-worker.ts'
import { openWebServer } from './web-server/web-server.ts'

/**
 * Opens every engine of the device in this order. They start and are notified of changes in it, and
 * close in reverse. No other place lists the engines.
 */
export const openEngines = (platform: Platform, lifecycle: Lifecycle) =>
  engineList(platform, lifecycle)
    .add((device) => ({ network: openNetwork(device) }))
    .add((device) => ({ webServer: openWebServer(device) }))
    .add((device) => ({ legacyCiphers: openLegacyCiphers(device) }))
    .add((device) => ({ thermometer: openThermometer(device) }))
    .add((device) => ({
      display: device.product.capabilities?.display ? openDisplay(device) : undefined,
    }))
    .add((device) => ({
      callButtonLight: device.product.plate.callButton ? openCallButtonLight(device) : undefined,
    }))
    .add((device) => ({ ioPorts: openIoPorts(device) }))
    .add((device) => ({
      reader: device.product.capabilities?.reader ? openCardReader(device) : undefined,
    }))
    .add((device) => ({
      ipAccess: device.reader ? openIpAccess({ ...device, reader: device.reader }) : undefined,
    }))
    .add((device) => ({
      audioSite: device.product.audio?.output ? openAudioSite(device) : undefined,
    }))
    .add((device) => ({ storage: openStorage(device) }))
    .add((device) => ({ schedules: openSchedules(device) }))
    .add((device) => ({ media: openMedia({ ...device, startWorker: startMediaWorker }) }))
    .add((device) => ({ sound: device.product.audio ? openSound(device) : undefined }))
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
    .add((device) => ({ ping: openPing(device) }))
    .add((device) => ({
      ntp: openNtp({ ...device, step: (utc, server) => synchroniseClock(device, utc, server) }),
    }))
    .add((device) => ({ snmp: openSnmp(device) }))
    .add((device) => ({ discovery: openDiscovery(device) }))
    .add((device) => ({ apps: openApps(device) })).parts

/** The platform and its engines. */
export type DeviceWithEngines = ReturnType<typeof openEngines>
