import { startPage } from '../app/start.tsx'
import { CameraSettings } from './camera-settings.tsx'
import { GROUPS } from './settings.ts'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'ui.cameraSettings', languages, groups: GROUPS, Page: CameraSettings })
