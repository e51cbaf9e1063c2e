import { setPersona } from '@lintel/contract/bench'
import type { PersonaId } from '@lintel/contract/firmware'
import { PERSONAS } from '@lintel/contract/firmware'
import { Segmented } from '@lintel/ui/segmented'
import { useText } from '@lintel/ui/i18n'
import { BenchCard } from './bench-card.tsx'
import { useCommand } from './command.ts'

/** Makes the device emulate older or newer firmware. */
export function FirmwareCard({ persona }: { persona: PersonaId }) {
  const text = useText()
  const [set] = useCommand(setPersona)
  return (
    <BenchCard name="firmware" title={text('ui.firmware')} note={text('bench.persona.note')}>
      <Segmented
        label={text('ui.firmware')}
        value={persona}
        options={PERSONAS.map((id) => ({
          value: id,
          label: id === 'own' ? text('bench.persona.own') : id,
        }))}
        onChange={(chosen) => void set({ persona: chosen })}
      />
    </BenchCard>
  )
}
