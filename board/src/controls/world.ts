import type { RequestOf } from '@lintel/contract/call'
import type { setContact, setWorld } from '@lintel/contract/bench'
import { Refusal } from '@lintel/contract/fault'
import { changedDhcp } from '../hardware/dhcp.ts'
import type { ControlParts } from './parts.ts'

export interface WorldControls {
  /** @throws Refusal `invalid` when the product has no such part. */
  setWorld(part: RequestOf<typeof setWorld>): void
  /** @throws Refusal `invalid` when the product has no such port. */
  setContact(contact: RequestOf<typeof setContact>): void
}

/**
 * The device's surroundings: temperature, network cable, DHCP server, audio peers, contacts, and what
 * somebody has done to the device itself.
 */
export function worldControls(
  parts: Pick<ControlParts, 'product' | 'hardware' | 'plug' | 'reported' | 'happened'>,
): WorldControls {
  const { product, hardware, plug, reported, happened } = parts

  /** @throws Refusal */
  function checkHandled(handled: RequestOf<typeof setWorld>): void {
    const { speaker, microphoneDisabled, cameraCovered, lux } = handled
    const { number, audio, camera } = product
    const lacks = (part: string) => new Refusal('invalid', `The ${number} has no ${part}.`)
    if (speaker !== undefined && !audio?.output) throw lacks('loudspeaker')
    if (microphoneDisabled !== undefined && !audio?.input) throw lacks('microphone')
    if ((cameraCovered !== undefined || lux !== undefined) && !camera) throw lacks('camera')
  }

  return {
    setWorld({ temperature, cable, dhcp, peers, ...handled }) {
      checkHandled(handled)
      const before = hardware.state().world
      const world = {
        temperature: temperature ?? before.temperature,
        lux: handled.lux === undefined ? before.lux : handled.lux,
        cable: cable ?? before.cable,
        dhcp: dhcp ? changedDhcp(before.dhcp, dhcp) : before.dhcp,
        peers: peers ?? before.peers,
        contacts: before.contacts,
        sdCard: before.sdCard,
        speaker: handled.speaker ?? before.speaker,
        microphoneDisabled: handled.microphoneDisabled ?? before.microphoneDisabled,
        cameraCovered: handled.cameraCovered ?? before.cameraCovered,
      }
      hardware.change({ world })
      if (world.temperature !== before.temperature) {
        happened('temperature', { degrees: world.temperature })
      }
      if (world.lux !== before.lux) {
        if (world.lux === null) happened('lightOfDay')
        else happened('light', { lux: world.lux })
      }
      if (world.cable !== before.cable) happened(world.cable ? 'cableIn' : 'cableOut')
      if (dhcp) happened(world.dhcp.enabled ? 'dhcpSet' : 'dhcpOff')
      if (peers) happened('peers', { count: peers.length })
      if (world.speaker !== before.speaker) {
        happened('handled.speaker', { speaker: world.speaker })
      }
      if (world.microphoneDisabled !== before.microphoneDisabled) {
        happened(world.microphoneDisabled ? 'handled.microphoneOff' : 'handled.microphoneOn')
      }
      if (world.cameraCovered !== before.cameraCovered) {
        happened(world.cameraCovered ? 'handled.covered' : 'handled.uncovered')
      }
      // After the entries, so that what the device makes of it follows them.
      plug.update()
    },
    setContact({ port, closed }) {
      if (!reported.terminals().some((terminal) => terminal.port === port)) {
        throw new Refusal('invalid', `The ${product.number} has no port ${port}.`)
      }
      const { world } = hardware.state()
      if (world.contacts.includes(port) === closed) return
      const others = world.contacts.filter((one) => one !== port)
      hardware.change({ world: { ...world, contacts: closed ? [...others, port] : others } })
      happened(closed ? 'contactClosed' : 'contactOpen', { port })
      plug.update()
    },
  }
}
