/**
 * Everything about one product, in one file: its names, hardware, capabilities, and its look on the
 * bench. Parameters, capabilities, realm, manual link and face plate all derive from it
 * (docs/products.md).
 */
import type { Gains } from '../audio-gains.ts'
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
  /** The prefix of the serial number in the realm of the challenges, with its underscore. */
  realmPrefix: string
  /** Address of the user manual. */
  manual?: string
  firmware: { version: string; buildDate: string }
  /** The value of `root.Properties.System.HardwareID`. */
  hardwareId: string
  /** The device API's answer; without it the product has no such service. */
  capabilities?: Capabilities
  /**
   * Inputs first, then outputs. `fixed` lists the ports, from 0, whose direction can't be changed.
   */
  ports: { inputs: number; outputs: number; fixed: readonly number[] }
  camera: boolean
  ptz: boolean
  /** Whether it notices knocks on its housing. */
  shockSensor: boolean
  ipv6: boolean
  /** Whether it has a card slot. */
  sdCard: boolean
  /** Microphone or loudspeaker; without, it has neither. */
  audio?: {
    input?: AudioInput
    output?: AudioOutput
    /** Whether it leads an audio site from the factory. */
    siteLeader: boolean
  }
  plate: FacePlate
}

export interface AudioInput {
  /** Where sound can come from; the first is the factory value. */
  types: readonly ['internal', ...('mic' | 'line')[]]
  gains: Gains
}

/** Line output and telecoil, which not all products have, are capabilities. */
export interface AudioOutput {
  gains: Gains
}

/** The front of the product as the bench draws it: what a person can touch and see there. */
export interface FacePlate {
  /**
   * Door stations are `tall` or `compact`, speakers `horn` or `round`; a `box` is installed out of
   * sight.
   */
  form: 'tall' | 'compact' | 'horn' | 'round' | 'box'
  /** CSS colours of the housing and its print. */
  colour: { housing: string; print: string }
  camera: boolean
  display: boolean
  callButton: boolean
  keypad: boolean
  reader: boolean
  speaker: boolean
}
