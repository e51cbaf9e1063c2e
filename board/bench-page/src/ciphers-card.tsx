import type { BenchState } from '@lintel/contract/bench'
import { setOldCiphers } from '@lintel/contract/bench'
import { useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { useId } from 'react'
import { DeviceCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'

/** Whether the device's list contains the cipher suites of legacy firmware. */
export function CiphersCard({ oldCiphers }: Pick<BenchState, 'oldCiphers'>) {
  const text = useText()
  const id = useId()
  const [set, busy] = useCommand(setOldCiphers)
  return (
    <DeviceCard name="ciphers" title={text('bench.ciphers')} note={text('bench.ciphers.help')}>
      <Pair>
        <label htmlFor={id}>{text('bench.ciphers.left')}</label>
        <Switch
          id={id}
          checked={oldCiphers ?? false}
          disabled={oldCiphers === null || busy}
          onChange={(event) => void set({ left: event.target.checked })}
        />
      </Pair>
    </DeviceCard>
  )
}
