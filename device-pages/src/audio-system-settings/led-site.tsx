import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import { removeAudioSite, saveAudioSite } from '@lintel/contract/calls/audio'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { Text, useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { device } from '../app/device.ts'
import styles from '../app/task.module.css'
import { siteName } from '../audio-manager/site-name.ts'
import type { ShownSite } from '../audio-manager/site-view.tsx'
import { EndSite } from './end-site.tsx'
import { Followers } from './followers.tsx'
import { NewFollower } from './new-follower.tsx'

type Site = NonNullable<ShownSite['site']>

/** The site that this device leads: its name, its followers, and its end. */
export function LedSite(props: {
  site: Site
  followers: readonly AudioPeerEntry[]
  again: () => Promise<void>
}) {
  const { site, followers, again } = props
  const text = useText()
  const version = site.version === undefined ? {} : { ifMatch: site.version }
  return (
    <>
      <SiteName site={site} again={again} />
      <Followers followers={followers} again={again} />
      <NewFollower again={again} />
      <EndSite
        verb={text('audioManager.end')}
        question={<Text id="audioManager.endBody" values={{ name: site.name }} />}
        end={() => device.call(removeAudioSite, {}, version)}
        again={again}
      />
    </>
  )
}

function SiteName({ site, again }: { site: Site; again: () => Promise<void> }) {
  const text = useText()
  const form = useSettingsForm({
    values: { name: site.name },
    check: ({ name }) => ({ errors: { name: siteName(name) } }),
    async save({ name }) {
      const { version } = site
      try {
        await device.call(
          saveAudioSite,
          { name },
          version === undefined ? {} : { ifMatch: version },
        )
      } finally {
        // A lost answer may hide a success.
        await again()
      }
    },
    onSaved({ name }) {
      showToast({ status: 'ok', text: text('ui.saved', { name }) })
    },
    checkOn: 'submit',
    failure: problem('ui.notSaved'),
  })
  return (
    <SettingsForm form={form} label={text('ui.audioSite')}>
      <Card title={text('ui.audioSite')}>
        <TextField form={form} name="name" label={text('audioManager.name')} autoComplete="off" />
        <div className={styles['actions']}>
          <FormActions form={form} verb={text('ui.save')} />
        </div>
      </Card>
    </SettingsForm>
  )
}
