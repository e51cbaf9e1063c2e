import type { BenchState } from '@lintel/contract/bench'
import type { StoryStepId } from '@lintel/contract/bench-story'
import { useText } from '@lintel/ui/i18n'
import styles from './story-card.module.css'

/** Steps in which somebody calls the device. */
const CALLS: readonly StoryStepId[] = ['call', 'missedCall', 'page']

const SIP = { what: 'sip', route: '/sip/settings?field=enabled' } as const
const INCOMING = { what: 'incoming', route: '/sip/settings?field=allowIncoming' } as const
const BUTTON = { what: 'button', route: '/phonebook/callbutton' } as const

/**
 * What has to be set up before the day can show everything, each with a link to the console's page
 * that does it.
 */
export function StoryNeeds({ state }: { state: BenchState }) {
  const { callReadiness: ready, story, addresses } = state
  const text = useText()
  if (!ready) return null
  const has = (ids: readonly StoryStepId[]) => story.steps.some(({ id }) => ids.includes(id))
  const rings = has(['bell'])
  const isCalled = has(CALLS)
  const missing: { what: 'sip' | 'incoming' | 'button'; route: string }[] = [
    ...(!ready.sip && (rings || isCalled) ? [SIP] : []),
    ...(!ready.incoming && isCalled ? [INCOMING] : []),
    ...(!ready.button && rings ? [BUTTON] : []),
  ]
  if (missing.length === 0) return null
  return (
    <div className={styles['needs']}>
      {text('bench.story.missing')}
      <ul>
        {missing.map(({ what, route }) => (
          <li key={what}>
            <a href={`${addresses.http}/webapp/hw/#${route}`} target="_blank" rel="noreferrer">
              {text(`bench.story.missing.${what}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
