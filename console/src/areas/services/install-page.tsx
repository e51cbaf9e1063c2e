import { PACKAGE_MAX } from '@lintel/contract/rules/applications'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { FileField } from '@lintel/ui/file-field'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { optionalComponent } from '@lintel/ui/optional-component'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { UploadProgress } from '../../app/upload/upload-progress.tsx'
import { useUpload } from '../../app/upload/use-upload.ts'
import { useAppFaultText } from './fault-text.ts'
import { NotAllowed } from './not-allowed.tsx'
import { conditionsQuery, install } from './queries.ts'
import styles from './services.module.css'

const PackagePreview = optionalComponent(
  async () => (await import('./package-preview.tsx')).PackagePreview,
)

interface Values {
  file: File | null
}

const MEGABYTE = 1024 * 1024

/** Installs an application from a package. B §2, B §5. */
export function InstallPage() {
  const text = useText()
  const faultText = useAppFaultText()
  const largest = useQuery(conditionsQuery).data?.largest ?? PACKAGE_MAX
  const openList = useOpenAfterSave(paths.services())
  const upload = useUpload<File>(install, () => {
    showToast({ status: 'ok', text: text('services.installed') })
    openList()
  })
  const form = useSettingsForm<Values>({
    values: { file: null },
    check: ({ file }) => ({
      errors: {
        file: !file
          ? problem('services.error.noFile')
          : file.size > largest
            ? problem('services.error.3')
            : undefined,
      },
    }),
    checkOn: 'submit',
    // oxlint-disable-next-line require-await -- the upload has a progress of its own
    async save({ file }) {
      if (file) upload.start(file)
    },
  })
  const title = text('pages.installApplication')
  const { state } = upload
  return (
    <>
      <PageHead
        title={title}
        trail={[{ label: text('pages.services'), href: hrefTo(paths.services()) }]}
      />
      <NotAllowed />
      {state.phase === 'failed' && (
        <Notice status="crit" title={text('services.notInstalled')}>
          {faultText(state.fault)}
        </Notice>
      )}
      <Card>
        {state.phase === 'sending' && (
          <UploadProgress
            state={state}
            label={title}
            working={text('services.installing')}
            onCancel={upload.cancel}
          />
        )}
        <div hidden={state.phase === 'sending'}>
          <SettingsForm form={form} label={title}>
            <FileField
              form={form}
              name="file"
              label={text('services.file')}
              help={text('services.file.help', { max: Math.floor(largest / MEGABYTE) })}
              verb={text('services.file.choose')}
              accept=".eap"
              largest={largest}
              onChoose={upload.reset}
              renderPreview={(file) => <PackagePreview file={file} />}
            />
            <div className={styles['foot']}>
              <FormActions form={form} verb={text('services.install')} />
            </div>
          </SettingsForm>
        </div>
      </Card>
    </>
  )
}
