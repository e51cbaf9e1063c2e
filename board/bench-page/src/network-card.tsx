import { setWorld } from '@lintel/contract/bench'
import type { World } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { useId } from 'react'
import { BenchCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'
import { LeaseForm } from './lease-form.tsx'

/** The network at the other end of the cable, and what its DHCP server offers the device. */
export function NetworkCard({ world }: { world: World }) {
  const text = useText()
  const id = useId()
  const [set] = useCommand(setWorld)
  const { cable, dhcp } = world
  return (
    <BenchCard
      name="network"
      open="never"
      title={text('bench.network')}
      note={text('bench.network.note')}
    >
      <Pair>
        <label htmlFor={`${id}c`}>{text('bench.network.cable')}</label>
        <Switch
          id={`${id}c`}
          checked={cable}
          onChange={(event) => void set({ cable: event.target.checked })}
        />
      </Pair>
      <Pair>
        <label htmlFor={`${id}d`}>{text('bench.network.dhcp')}</label>
        <Switch
          id={`${id}d`}
          checked={dhcp.enabled}
          onChange={(event) => void set({ dhcp: { enabled: event.target.checked } })}
        />
      </Pair>
      <LeaseForm lease={dhcp.lease} />
    </BenchCard>
  )
}
