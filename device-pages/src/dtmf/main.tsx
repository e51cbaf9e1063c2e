import { startPage } from '../app/start.tsx'
import { Dtmf } from './dtmf.tsx'
import { languages } from './catalogues.ts?languages'
import { GROUPS } from './read.ts'

startPage({ titleId: 'pages.sipDtmf', languages, groups: GROUPS, Page: Dtmf })
