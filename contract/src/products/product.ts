/**
 * What a maker of devices says of one product, in one file: its names, what it is built of, what it
 * can do, and how it looks on the bench. Parameters, capabilities, realm, manual link and face plate
 * all come from here (docs/products.md).
 */
import type { Capabilities } from '../capabilities.ts'

export interface Product {
  /** Product number, `A8307-E`. */
  number: string
  brand: {
    /** The maker. */
    name: string
    shortName: string
    fullName: string
    /** Device type; it gives the category (`categoryOf`). */
    type: string
    website: string
  }
  /** What stands before the serial number in the realm of the challenges, with its underscore. */
  realmPrefix: string
  /** Address of the user manual. */
  manual?: string
  firmware: { version: string; buildDate: string }
  /** What `root.Properties.System.HardwareID` tells. */
  hardwareId: string
  /** What the device API tells of it; without, the product has no such service. */
  capabilities?: Capabilities
  /** First the inputs, then the outputs; `fixed` counts from 0 those whose direction is given. */
  ports: { inputs: number; outputs: number; fixed: readonly number[] }
  camera: boolean
  ptz: boolean
  ipv6: boolean
  /** Whether it has a slot for one. */
  sdCard: boolean
  /** Microphone or loudspeaker; without, it has neither. */
  audio?: {
    input: boolean
    output: boolean
    /** Whether it comes as the leader of an audio site. */
    siteLeader: boolean
  }
  plate: FacePlate
}

/** The front of the product as the bench draws it: what a hand can touch and an eye can see there. */
export interface FacePlate {
  /** Door stations are `tall` or `compact`, speakers `horn` or `round`; a `box` stands out of sight. */
  form: 'tall' | 'compact' | 'horn' | 'round' | 'box'
  /** CSS colours of the housing and of what is printed on it. */
  colour: { housing: string; print: string }
  camera: boolean
  display: boolean
  callButton: boolean
  keypad: boolean
  reader: boolean
  speaker: boolean
}
