import type { RequestOf } from '@lintel/contract/call'
import type { setContact, setWorld } from '@lintel/contract/bench'
import { Refusal } from '@lintel/contract/fault'
import { changedDhcp } from '../hardware/dhcp.ts'
import type { ControlParts } from './parts.ts'

export interface WorldControls {
  setWorld(part: RequestOf<typeof setWorld>): void
  /** @throws Refusal `invalid` when the product has no such port. */
  setContact(contact: RequestOf<typeof setContact>): void
}

/** The device's surroundings: temperature, network cable, DHCP server, audio peers and contacts. */
export function worldControls(
  parts: Pick<ControlParts, 'product' | 'hardware' | 'plug' | 'reported' | 'happened'>,
): WorldControls {
  const { product, hardware, plug, reported, happened } = parts
  return {
    setWorld({ temperature, cable, dhcp, peers }) {
      const before = hardware.state().world
      const world = {
        temperature: temperature ?? before.temperature,
        cable: cable ?? before.cable,
        dhcp: dhcp ? changedDhcp(before.dhcp, dhcp) : before.dhcp,
        peers: peers ?? before.peers,
        contacts: before.contacts,
        sdCard: before.sdCard,
      }
      hardware.change({ world })
      plug.update()
      if (world.temperature !== before.temperature) {
        happened('temperature', { degrees: world.temperature })
      }
      if (world.cable !== before.cable) happened(world.cable ? 'cableIn' : 'cableOut')
      if (dhcp) happened(world.dhcp.enabled ? 'dhcpSet' : 'dhcpOff')
      if (peers) happened('peers', { count: peers.length })
    },
    setContact({ port, closed }) {
      if (!reported.terminals().some((terminal) => terminal.port === port)) {
        throw new Refusal('invalid', `The ${product.number} has no port ${port}.`)
      }
      const { world } = hardware.state()
      if (world.contacts.includes(port) === closed) return
      const others = world.contacts.filter((one) => one !== port)
      hardware.change({ world: { ...world, contacts: closed ? [...others, port] : others } })
      plug.update()
      happened(closed ? 'contactClosed' : 'contactOpen', { port })
    },
  }
}
