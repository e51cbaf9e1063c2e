import { mayCall } from '@lintel/contract/access'
import { inGroups, listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { device } from '../app/device.ts'
import { framed } from '../app/framed.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import type { PageProps } from '../app/start.tsx'
import styles from './camera-settings.module.css'
import { Picture } from './picture.tsx'
import type { Preview } from './picture.tsx'
import { changesBetween, GROUPS, settingsIn } from './settings.ts'
import type { Settings } from './settings.ts'

/** Loads after the picture, which shows first. */
const SettingsPart = lazyPart(async () => (await import('./settings-part.tsx')).SettingsPart)

/**
 * The picture next to its settings: the page that the console frames as the camera's. People who
 * may not change settings see only the picture. A §2 (OPEN-20).
 */
export function CameraSettings({ about }: PageProps) {
  const text = useText()
  const [values, setValues] = useState(about.values)
  const [preview, setPreview] = useState<Preview>()
  const maySet = mayCall('operator', [about.role], 'ready')

  /** Writes the changes, then shows what the device stored. */
  async function save(before: Settings, after: Settings): Promise<Settings> {
    await device.call(updateParameters, changesBetween(before, after))
    const stored = await readSettings()
    setValues(stored)
    showToast({ status: 'ok', text: text('cameraSettings.saved') })
    return settingsIn(stored)
  }

  return (
    <>
      {!framed && <PageHead title={text('ui.cameraSettings')} note={about.brand.ProdFullName} />}
      <div className={maySet ? styles['both'] : styles['alone']}>
        <div className={styles['picture']} data-framed={framed || undefined}>
          <Picture key={pictureKey(values)} preview={preview} />
        </div>
        {maySet && (
          <SettingsPart values={values} role={about.role} save={save} onPreview={setPreview} />
        )}
      </div>
    </>
  )
}

async function readSettings(): Promise<ParameterValues> {
  return (await device.call(listParameters, inGroups(...GROUPS))).values
}

/** A stream keeps its initial parameters, so it is opened anew when they change. */
function pictureKey(values: ParameterValues): string {
  const { resolution, compression, fps } = settingsIn(values)
  return [resolution, compression, fps].join(' ')
}
