import type { BenchState } from '@lintel/contract/bench'
import { setPower } from '@lintel/contract/bench'
import { Button } from '@lintel/ui/button'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import { BenchCard } from './bench-card.tsx'
import { useCommand } from './command.ts'
import styles from './story-card.module.css'

const chips = {
  off: 'neutral',
  starting: 'warn',
  running: 'ok',
  failed: 'crit',
  lost: 'crit',
} as const

/** Switches power on, off, or off and on again, without warning the device. */
export function PowerCard({ power, device }: Pick<BenchState, 'power' | 'device'>) {
  const text = useText()
  const [set, busy] = useCommand(setPower)
  return (
    <BenchCard
      name="power"
      open="always"
      title={text('bench.power')}
      note={
        // As high as the longer one, so that switching moves nothing.
        <span className={styles['either']}>
          <span data-said={power}>{text('bench.power.help')}</span>
          <span data-said={!power}>{text('bench.power.off')}</span>
        </span>
      }
      aside={<Chip status={chips[device]}>{text(`bench.device.${device}`)}</Chip>}
    >
      <div className={styles['buttons']}>
        {/* One button, so that whoever uses the keyboard can take back what they did. */}
        <Button
          kind={power ? 'danger' : 'primary'}
          onClick={() => void set({ action: power ? 'off' : 'on' })}
        >
          {text(power ? 'bench.power.cut' : 'bench.power.on')}
        </Button>
        <Button
          disabled={!power}
          busy={busy && power}
          onClick={() => void set({ action: 'cycle' })}
        >
          {text('bench.power.cycle')}
        </Button>
      </div>
    </BenchCard>
  )
}
