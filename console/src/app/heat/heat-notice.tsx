import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useStore } from '@lintel/ui/store'
import { WithMessages } from '@lintel/ui/with-messages'
import { manualOf } from '../manuals.ts'
import { brand } from '../start/brand.ts'
import type { HeatWithBanner } from './use-heat.ts'
import { languages } from './heat-catalogues.ts?languages'

/** The messages of the banners: what is the case, and what follows. A §8 Heat banners. */
const BANNERS = {
  Cold: { status: 'warn', title: 'heat.cold', note: 'heat.coldNote' },
  Warning: { status: 'warn', title: 'heat.warning', note: 'heat.warningNote' },
  Hot: { status: 'crit', title: 'heat.hot', note: undefined },
} as const satisfies Record<HeatWithBanner, object>

/** The banner of a state. */
export function HeatNotice({ state }: { state: HeatWithBanner }) {
  return (
    <WithMessages languages={languages}>
      <Banner state={state} />
    </WithMessages>
  )
}

function Banner({ state }: { state: HeatWithBanner }) {
  const text = useText()
  const manual = manualOf(useStore(brand))
  const { status, title, note } = BANNERS[state]
  return (
    <Notice status={status} title={text(title)}>
      {note && text(note)}{' '}
      {manual !== undefined && (
        <a href={manual} target="_blank" rel="noreferrer">
          {text('ui.userManual')}
        </a>
      )}
    </Notice>
  )
}
