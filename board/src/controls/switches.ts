import type { PersonaId } from '@lintel/contract/firmware'
import type { FaultSwitch } from '@lintel/contract/wire'
import type { ControlParts } from './parts.ts'

export interface SwitchControls {
  setFaults(faults: FaultSwitch[]): void
  setPersona(persona: PersonaId): void
}

/** Makes the device fail on purpose, or answer like other firmware. */
export function switchControls(
  parts: Pick<ControlParts, 'switches' | 'plug' | 'happened'>,
): SwitchControls {
  const { switches, plug, happened } = parts
  return {
    setFaults(faults) {
      switches.faults = faults
      plug.update()
      happened('faults', { count: faults.length })
    },
    setPersona(persona) {
      switches.persona = persona
      plug.update()
      happened('persona', { persona })
    },
  }
}
