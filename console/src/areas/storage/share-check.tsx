import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { Progress } from '@lintel/ui/progress'
import { useEffect, useState } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { JobFailed } from './sequence.ts'
import { CheckTimedOut, checkShare } from './share.ts'

type State =
  | { phase: 'running'; percent: number }
  | { phase: 'done' }
  | { phase: 'failed'; fault: unknown }

/** Checks the connection to a share; Cancel stops waiting for it. B §4, OPEN-85. */
export function ShareCheck({ shareId, onClose }: { shareId: string; onClose: () => void }) {
  const text = useText()
  const faultText = useFaultText()
  const [state, setState] = useState<State>({ phase: 'running', percent: 0 })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function check() {
      try {
        await checkShare(shareId, {
          signal,
          onProgress: (percent) => setState({ phase: 'running', percent }),
        })
        setState({ phase: 'done' })
      } catch (fault) {
        if (!signal.aborted) setState({ phase: 'failed', fault })
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['storage'] })
      }
    }
    void check()
    return () => controller.abort()
  }, [shareId])

  function reason(fault: unknown): string {
    if (fault instanceof CheckTimedOut) return text('storage.shareCheck.late')
    if (fault instanceof JobFailed && fault.message !== '') return fault.message
    return fault instanceof JobFailed ? text('storage.genericErrorMessage') : faultText(fault)
  }

  const title = text('storage.shareCheck.title')
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          {text(state.phase === 'running' ? 'ui.cancel' : 'ui.close')}
        </Button>
      }
    >
      {state.phase === 'running' && (
        <Progress label={title} value={state.percent} text={text('storage.shareCheck.running')} />
      )}
      {state.phase === 'done' && <Notice status="ok">{text('storage.shareCheck.done')}</Notice>}
      {state.phase === 'failed' && (
        <Notice status="crit" title={text('storage.shareCheck.failed')}>
          {reason(state.fault)}
        </Notice>
      )}
    </Dialog>
  )
}
