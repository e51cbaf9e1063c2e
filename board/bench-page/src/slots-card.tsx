import type { BenchState } from '@lintel/contract/bench'
import { setSlot } from '@lintel/contract/bench'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { BenchCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'

/** The running firmware, and the one that a rollback starts. */
export function SlotsCard(props: BenchState['firmware']) {
  const { running, inactive, inactiveSettings = 'own', committed } = props
  const text = useText()
  const [start, busy] = useCommand(setSlot)
  return (
    <BenchCard
      name="slots"
      title={text('bench.slots')}
      note={committed ? undefined : text('bench.slots.trying')}
    >
      <p>{text('bench.slots.running', { version: running.version, slot: running.slot })}</p>
      {inactive && (
        <Pair>
          <p>
            {text('bench.slots.inactive', { version: inactive.version, slot: inactive.slot })}{' '}
            {text(`bench.slots.${inactiveSettings}`)}
          </p>
          <Button busy={busy} onClick={() => void start({ slot: inactive.slot })}>
            {text('bench.slots.change', { version: inactive.version })}
          </Button>
        </Pair>
      )}
    </BenchCard>
  )
}
