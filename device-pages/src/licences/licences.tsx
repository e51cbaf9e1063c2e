import '@lintel/ui/summary.css'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { useReading } from '../app/reading.ts'
import styles from './licences.module.css'
import { readLicences } from './read-licences.ts'
import type { Licence } from './read-licences.ts'

/** The third-party packages in the device's software, each with its licence. A §2 Overview. */
export function Licences() {
  const text = useText()
  const { data, fault, again } = useReading(readLicences)
  return (
    <>
      <PageHead title={text('ui.licences')} note={text('licences.note')} />
      {data && (
        <ul className={styles['list']} aria-label={text('ui.licences')}>
          {data.map((licence) => (
            <Entry key={`${licence.name} ${licence.version}`} licence={licence} />
          ))}
        </ul>
      )}
      {!data && fault === undefined && <Loading />}
      {!data && fault !== undefined && <LoadFailed fault={fault} onRetry={() => void again()} />}
    </>
  )
}

function Entry({ licence: { name, version, licence, text } }: { licence: Licence }) {
  return (
    <li>
      <details>
        <summary>
          <b>{name}</b> <span className="mono">{version}</span>
          <span className={styles['licence']}>{licence}</span>
        </summary>
        <pre lang="en">{text}</pre>
      </details>
    </li>
  )
}
