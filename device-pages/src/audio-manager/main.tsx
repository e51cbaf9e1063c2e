import { startPage } from '../app/start.tsx'
import { AudioManager } from './audio-manager.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'ui.audioManager', languages, Page: AudioManager })
