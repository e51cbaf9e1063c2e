import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { Skeleton } from '@lintel/ui/skeleton'
import { Charts } from './charts.tsx'
import { Comboboxes, ProgressStates, Reordering, Sliders } from './controls.tsx'
import styles from './parts.module.css'
import { LongTable, TableStates } from './tables.tsx'

/** Every part of the kit that is more than an element, in each of its states. */
export function Parts() {
  return (
    <main className={styles['page']}>
      <h1>Parts</h1>
      <LongTable />
      <Reordering />
      <Comboboxes />
      <Sliders />
      <ProgressStates />
      <TableStates />
      <Charts />
      <Card title="Button, Chip, Loading">
        <div className={styles['line']}>
          <Button kind="primary">Primary</Button>
          <Button>Default</Button>
          <Button kind="quiet">Quiet</Button>
          <Button kind="danger">Danger</Button>
          <Button busy>Busy</Button>
          <Button off>Off</Button>
          <Button disabled>Disabled</Button>
        </div>
        <div className={styles['line']}>
          {(['neutral', 'ok', 'warn', 'crit'] as const).map((status) => (
            <Chip key={status} status={status}>
              {status}
            </Chip>
          ))}
          <Loading />
        </div>
      </Card>
      <Card title="Skeleton">
        <Skeleton shape="facts" rows={2} />
      </Card>
      <Skeleton rows={2} />
      {(['info', 'ok', 'warn', 'crit'] as const).map((status) => (
        <Notice key={status} status={status} title="Notice." action={<Button>Do it</Button>}>
          What happened, and what to do.
        </Notice>
      ))}
    </main>
  )
}
