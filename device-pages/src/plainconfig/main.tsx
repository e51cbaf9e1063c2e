import { startPage } from '../app/start.tsx'
import { PlainConfig } from './plainconfig.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'pages.plainconfig', languages, Page: PlainConfig })
