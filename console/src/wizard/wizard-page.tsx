import { BrandMark } from '@lintel/ui/brand'
import { LinkButton } from '@lintel/ui/button'
import type { MessageId } from '@lintel/contract/messages'
import { atSite } from '@lintel/contract/site'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Steps } from '@lintel/ui/steps'
import { useUnsaved } from '@lintel/ui/unsaved'
import { useEffect } from 'react'
import { useStore } from '@lintel/ui/store'
import { FinishStep } from './finish-step.tsx'
import { FrequencyStep } from './frequency-step.tsx'
import { pagesOf, wouldLose } from './machine.ts'
import type { WizardState } from './machine.ts'
import { NetworkStep } from './network-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { Footer, Question } from './question.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { TimeStep } from './time-step.tsx'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'

/** The whole page: brand, progress, and the card of the question. */
export function WizardPage({ wizard }: { wizard: Wizard }) {
  const state = useStore(wizard.state)
  const text = useText()
  useUnsaved(wouldLose(state))
  const { product, page, stage } = state
  const title = titleOf(state)
  useEffect(() => {
    document.title = product
      ? text('wizard.documentTitle', { title: text(title), product: product.shortName })
      : text(title)
  }, [text, title, product])
  const pages = pagesOf(product)
  // Finishing belongs to the last question.
  const count = pages.length - 1
  return (
    <main className={styles['page']}>
      <div className={styles['panel']}>
        <div className={styles['brand']}>
          <BrandMark />
          {product?.number}
        </div>
        {stage !== 'starting' && stage !== 'taken' && (
          <Steps current={Math.min(pages.indexOf(page) + 1, count)} count={count} />
        )}
        <Step wizard={wizard} state={state} />
      </div>
      <SignInAgain wizard={wizard} open={state.signedOut} wrong={state.wrongPassword} />
    </main>
  )
}

function titleOf({ stage, page }: WizardState): MessageId {
  if (stage === 'starting') return 'wizard.starting'
  return stage === 'taken' ? 'wizard.taken.title' : `wizard.${page}.title`
}

/** The card of the current page. Each has its own key, so another question takes the focus. */
function Step({ wizard, state }: { wizard: Wizard; state: WizardState }) {
  const { stage, page, busy, run, networkReading, network, timeReading, time } = state
  if (stage === 'taken') return <Taken />
  if (stage !== 'starting') {
    if (page === 'password') return <PasswordStep wizard={wizard} state={state} />
    if (page === 'frequency') return <FrequencyStep wizard={wizard} state={state} />
    if (page === 'network' && networkReading && network) {
      const { doubt } = state
      return <NetworkStep wizard={wizard} reading={networkReading} values={network} doubt={doubt} />
    }
    if (page === 'time' && timeReading && time) {
      const refused = state.serverRefused
      return <TimeStep wizard={wizard} reading={timeReading} values={time} refused={refused} />
    }
    if (page === 'finish' && run) {
      return (
        <FinishStep
          wizard={wizard}
          run={run}
          done={stage === 'done'}
          move={state.move}
          busy={busy}
        />
      )
    }
  }
  return <Reading key={page} wizard={wizard} state={state} />
}

/** The page's data is loading, or failed to load. */
function Reading({ wizard, state }: { wizard: Wizard; state: WizardState }) {
  const text = useText()
  return (
    <Question title={text(titleOf(state))}>
      {state.fault && !state.busy ? (
        <LoadFailed fault={state.fault} onRetry={() => void wizard.load()} />
      ) : (
        <Loading />
      )}
    </Question>
  )
}

/** Somebody else set the root password while this page was open. */
function Taken() {
  const text = useText()
  return (
    <Question title={text('wizard.taken.title')} note={text('wizard.taken.note')}>
      <Footer>
        <LinkButton kind="primary" href={atSite('/sign-in')}>
          {text('ui.signIn')}
        </LinkButton>
      </Footer>
    </Question>
  )
}
