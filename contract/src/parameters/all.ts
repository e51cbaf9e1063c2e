/**
 * Every parameter's name with the type of its value. Types only: a page imports the values of the
 * groups that it reads, and no others.
 */
import type { audio, audioSource } from './audio.ts'
import type { brand } from './brand.ts'
import type { image, imageSource, streamProfile, streamProfiles } from './camera.ts'
import type { ValueOf } from './codec.ts'
import type { https } from './https.ts'
import type { mediaClip, mediaClips } from './media-clips.ts'
import type { tampering } from './detectors.ts'
import type { discovery, network, networkAccess, portAccess } from './network.ts'
import type { inputs, ioPort, outputs } from './ports.ts'
import type { properties } from './properties.ts'
import type { remoteService } from './remote-service.ts'
import type { rtsp } from './rtsp.ts'
import type { snmp } from './snmp.ts'
import type { storage } from './storage.ts'
import type { system } from './system.ts'
import type { time } from './time.ts'
import type { webService } from './web-service.ts'

type All = typeof audio &
  typeof audioSource &
  typeof brand &
  typeof https &
  typeof image &
  typeof imageSource &
  typeof inputs &
  ReturnType<typeof ioPort> &
  ReturnType<typeof mediaClip> &
  typeof mediaClips &
  typeof discovery &
  typeof network &
  typeof networkAccess &
  typeof portAccess &
  typeof outputs &
  typeof properties &
  typeof remoteService &
  typeof rtsp &
  typeof snmp &
  ReturnType<typeof storage> &
  ReturnType<typeof streamProfile> &
  typeof streamProfiles &
  typeof system &
  typeof tampering &
  typeof time &
  typeof webService

/**
 * `{ 'root.SNMP.Enabled': boolean, … }`; members of counted groups are `root.IOPort.I${number}.…`.
 */
export type ParameterTypes = { [N in keyof All]: ValueOf<All[N]> }

/** The full name of a parameter that at least one product has. */
export type ParameterName = keyof ParameterTypes

/** Reads the value of a parameter. */
export type GetParameter = <N extends ParameterName>(name: N) => ParameterTypes[N]

/** Values to set, by full name. */
export type ParameterChanges = { [N in ParameterName]?: ParameterTypes[N] }

type GroupOf<N extends string> = N extends `${infer Part}.${infer Rest}`
  ? Part | `${Part}.${GroupOf<Rest>}`
  : never

/** `root`, a group of parameters, or a single parameter. */
export type ParameterPrefix = ParameterName | GroupOf<ParameterName>

/**
 * The parameters of a group by their names in it: `ParametersIn<'SNMP'>['Trap.Enabled']` is a
 * boolean.
 */
export type ParametersIn<P extends string> = {
  [N in ParameterName as N extends `root.${P}.${infer Inside}` ? Inside : never]: ParameterTypes[N]
}
