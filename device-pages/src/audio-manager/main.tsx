import { startPage } from '../app/start.tsx'
import { AudioManager } from './audio-manager.tsx'
import { languages } from './words.ts?languages'

startPage({ titleId: 'audioManager.title', languages, Page: AudioManager })
