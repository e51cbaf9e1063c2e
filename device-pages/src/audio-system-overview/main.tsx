import { startPage } from '../app/start.tsx'
import { AudioSystemOverview } from './audio-system-overview.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'pages.audioSystemOverview', languages, Page: AudioSystemOverview })
