/** The display and the HDMI output as outside clients use them. */
import {
  getWelcomeImage,
  removeWelcomeImage,
  uploadWelcomeImage,
} from '@lintel/contract/calls/display-image'
import * as output from '@lintel/contract/calls/video-output'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import { PIXEL } from './pixel.ts'
import type { Station } from './station.ts'

const VERSION = { schemaversion: '1' }
const DONE = /<GeneralSuccess\/>/

/** Sets the welcome image and what the HDMI output shows. */
export async function useDisplay(station: Station, client: Client): Promise<void> {
  const file = { field: 'imageFile_Content', name: 'logo.bmp', base64: PIXEL }
  await station.makes(client, [
    { call: uploadWelcomeImage, file, find: /"image":"\/vapix/ },
    { call: getWelcomeImage, find: /^BM/ },
    { call: removeWelcomeImage, method: 'DELETE', find: /^\{\}/ },
    { call: output.setVideoSource, query: { ...VERSION, id: '5' }, find: DONE },
    { call: output.getVideoSources, query: VERSION, find: /<Id>5<\/Id><Active>true</ },
    { call: output.setRotation, query: { ...VERSION, rotation: '180' }, find: DONE },
    { call: output.getRotation, query: VERSION, find: /<Degrees>180<\/Degrees>.*?<Active>true</ },
    { call: output.setMirroring, query: { ...VERSION, mirroringenabled: 'true' }, find: DONE },
    { call: output.getMirroring, query: VERSION, find: /<MirroringEnabled>true</ },
  ])
}
