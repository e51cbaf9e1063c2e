import { startPage } from '../app/start.tsx'
import { Dtmf } from './dtmf.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'pages.sipDtmf', languages, Page: Dtmf })
