import { SD_CARD } from '@lintel/contract/disks'
import type { CardFileSystem, Disk } from '@lintel/contract/disks'
import { Card } from '@lintel/ui/card'
import { PasswordField, SelectField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { CreateBar } from '@lintel/ui/save-bar'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { history } from '../../app/routing/history.ts'
import { useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { viewOf } from './disk-view.ts'
import { useFileSystems } from './format-dialog.tsx'
import { checkNew } from './passphrases.ts'
import type { NewPassphrase } from './passphrases.ts'
import { disksQuery } from './disks.ts'
import { cardCapabilitiesQuery } from './queries.ts'
import { sequences } from './running-sequence.ts'
import { useBusy } from './use-sequence.ts'

/** The encryption of the card. B §2 Storage. */
export function EncryptPage() {
  const text = useText()
  const disks = useQuery(disksQuery)
  return (
    <>
      <PageHead
        title={text('pages.encryptCard')}
        trail={[{ label: text('pages.storage'), href: hrefTo(paths.storage()) }]}
      />
      <QueryView query={disks}>{(known) => <Encrypt card={known.get(SD_CARD)} />}</QueryView>
    </>
  )
}

/** The form stays on the page while the card is away, with what was typed. */
function Encrypt({ card }: { card: Disk | undefined }) {
  const text = useText()
  const capabilities = useQuery({ ...cardCapabilitiesQuery, enabled: card !== undefined })
  const blocked = useBlocked(card)
  if (!card) return blocked
  return (
    <QueryView query={capabilities}>
      {({ encryptionsupported, requiredfssupported }) =>
        encryptionsupported && requiredfssupported ? (
          <EncryptForm blocked={blocked} />
        ) : (
          <Notice status="warn">{text('storage.encrypt.notSupported')}</Notice>
        )
      }
    </QueryView>
  )
}

/** Why the card can't be encrypted now; undefined if it can. */
function useBlocked(card: Disk | undefined): ReactNode {
  const text = useText()
  const busy = useBusy(SD_CARD)
  if (!card || viewOf(card) === 'none') {
    return <Notice title={text('storage.noCard')}>{text('storage.noCard.next')}</Notice>
  }
  if (busy) return <Notice title={text('storage.busy')}>{text('storage.jobRuns.next')}</Notice>
  if (card.locked) return <Notice status="warn">{text('storage.encryption.locked')}</Notice>
  return undefined
}

interface EncryptValues extends NewPassphrase {
  filesystem: CardFileSystem
}

const EMPTY: EncryptValues = {
  passphrase: '',
  repeat: '',
  filesystem: 'ext4',
}

function EncryptForm({ blocked }: { blocked: ReactNode }) {
  const text = useText()
  const options = useFileSystems()
  const openStorage = useOpenAfterSave(paths.storage())
  const form = useSettingsForm<EncryptValues>({
    values: EMPTY,
    check: checkNew,
    checkOn: 'submit',
    // oxlint-disable-next-line require-await -- the progress dialog follows the sequence
    async save({ passphrase, filesystem }) {
      void sequences.run({ name: 'encrypt', diskid: SD_CARD, filesystem }, passphrase)
    },
    onSaved: openStorage,
  })
  const title = text('pages.encryptCard')
  return (
    <SettingsForm form={form} label={title}>
      {blocked ?? (
        <Notice status="warn" title={text('storage.format.body')}>
          {text('storage.encrypt.remember')}
        </Notice>
      )}
      <Card>
        <PasswordField
          form={form}
          name="passphrase"
          label={text('storage.passphrase')}
          newPassword
          foreign
          revealLabel={text('storage.passphrase.show')}
        />
        <PasswordField
          form={form}
          name="repeat"
          label={text('storage.passphrase.repeat')}
          newPassword
          foreign
          revealLabel={text('storage.passphrase.showRepeated')}
        />
        <SelectField
          form={form}
          name="filesystem"
          label={text('storage.fileSystem')}
          options={options}
        />
      </Card>
      <CreateBar
        form={form}
        verb={text('storage.encrypt')}
        disabled={blocked !== undefined}
        onCancel={() => history.navigate(paths.storage(), { force: true })}
      />
    </SettingsForm>
  )
}
