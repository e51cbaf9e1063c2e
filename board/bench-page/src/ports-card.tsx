import { setContact } from '@lintel/contract/bench'
import type { Terminal } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { useId } from 'react'
import { BenchCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'
import styles from './ports-card.module.css'

/** The wiring of the terminals: a contact at each input, a door or another load at each output. */
export function PortsCard({ terminals }: { terminals: readonly Terminal[] }) {
  const text = useText()
  return (
    <BenchCard name="ports" title={text('bench.ports')} note={text('bench.ports.note')}>
      {terminals.map((terminal) =>
        terminal.direction === 'input' ? (
          <Contact key={terminal.port} terminal={terminal} />
        ) : (
          <Output key={terminal.port} terminal={terminal} />
        ),
      )}
    </BenchCard>
  )
}

function useName({ port, name }: Terminal): string {
  const text = useText()
  return name === ''
    ? text('bench.ports.port', { port })
    : text('bench.ports.named', { port, name })
}

function Contact({ terminal }: { terminal: Terminal }) {
  const { port, closed } = terminal
  const text = useText()
  const name = useName(terminal)
  const id = useId()
  const [set] = useCommand(setContact)
  return (
    <Pair>
      <label htmlFor={id}>{text('bench.ports.contact', { name })}</label>
      <span className={styles['state']}>
        {text(closed ? 'bench.ports.closed' : 'bench.ports.open')}
        <Switch
          id={id}
          checked={closed}
          onChange={(event) => void set({ port, closed: event.target.checked })}
        />
      </span>
    </Pair>
  )
}

function Output({ terminal }: { terminal: Terminal }) {
  const { closed, active, door } = terminal
  const text = useText()
  const name = useName(terminal)
  // Not read aloud with each change: the log says it.
  return (
    <Pair>
      <span>{text(door ? 'bench.ports.door' : 'bench.ports.output', { name })}</span>
      <output className={styles['state']} aria-label={name} aria-live="off">
        {text(door ? 'bench.ports.doorState' : 'bench.ports.outputState', {
          state: active ? 'active' : 'inactive',
          circuit: closed ? 'closed' : 'open',
        })}
        <span className={styles['lamp']} data-on={active || undefined} aria-hidden="true" />
      </output>
    </Pair>
  )
}
