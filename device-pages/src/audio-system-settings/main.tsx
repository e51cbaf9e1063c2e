import { startPage } from '../app/start.tsx'
import { AudioSystemSettings } from './audio-system-settings.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'pages.audioSystemSettings', languages, Page: AudioSystemSettings })
