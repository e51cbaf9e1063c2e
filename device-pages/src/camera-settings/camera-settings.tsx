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
import { changesBetween, GROUPS, settingsIn } from './settings.ts'
import type { Settings } from './settings.ts'

/** Loaded beside the picture, which is there first. */
const SettingsPart = lazyPart(async () => (await import('./settings-part.tsx')).SettingsPart)

/**
 * The picture beside what can be set of it: the page that consoles frame as the camera's. Whoever
 * may not set anything sees the picture alone. A §2 (OPEN-20).
 */
export function CameraSettings({ about }: PageProps) {
  const text = useText()
  const [values, setValues] = useState(about.values)
  const maySet = mayCall('operator', [about.role], 'ready')

  /** Writes what was changed, and shows what the device then has. */
  async function save(before: Settings, after: Settings) {
    await device.call(updateParameters, changesBetween(before, after))
    setValues(await readSettings())
    showToast({ status: 'ok', text: text('cameraSettings.saved') })
  }

  return (
    <>
      {!framed && <PageHead title={text('ui.cameraSettings')} note={about.brand.ProdFullName} />}
      <div className={maySet ? styles['both'] : styles['alone']}>
        <div className={styles['picture']}>
          <Picture key={pictureKey(values)} />
        </div>
        {maySet && <SettingsPart values={values} role={about.role} save={save} />}
      </div>
    </>
  )
}

async function readSettings(): Promise<ParameterValues> {
  return (await device.call(listParameters, inGroups(...GROUPS))).values
}

/** A stream keeps what it began with: it is opened anew when that has changed. */
function pictureKey(values: ParameterValues): string {
  const { resolution, compression, fps } = settingsIn(values)
  return [resolution, compression, fps].join(' ')
}
