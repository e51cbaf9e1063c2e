import { startPage } from '../app/start.tsx'
import { LocalPlayer } from './local-player.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'frame.localPlayer', languages, Page: LocalPlayer })
