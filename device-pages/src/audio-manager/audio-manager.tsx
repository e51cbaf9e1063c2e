import { mayCall } from '@lintel/contract/access'
import { atSite } from '@lintel/contract/site'
import { LinkButton } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { ArrowLeft } from 'lucide-react'
import type { PageProps } from '../app/start.tsx'
import { Manager } from './manager.tsx'

/** The marker in the address keeps the console from redirecting straight back here (OPEN-11). */
const CONSOLE = atSite('/webapp/hw/?from=edge#/')

/** The devices of an audio site, for administrators. A §1, A §2 Overview (OPEN-11). */
export function AudioManager({ about }: PageProps) {
  const text = useText()
  const may = mayCall('admin', [about.role], 'ready')
  return (
    <>
      <PageHead
        title={text('ui.audioManager')}
        note={text('audioManager.note')}
        actions={
          <LinkButton
            href={may ? CONSOLE : atSite('/local-player/')}
            icon={<ArrowLeft size={16} aria-hidden="true" />}
          >
            {text(may ? 'audioManager.back' : 'frame.localPlayer')}
          </LinkButton>
        }
      />
      {may ? (
        <Manager about={about} />
      ) : (
        <Notice status="warn" title={text('audioManager.adminsOnly')} />
      )}
    </>
  )
}
