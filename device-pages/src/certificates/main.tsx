import { startPage } from '../app/start.tsx'
import { Certificates } from './certificates.tsx'
import { GROUPS } from './names.ts'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'pages.certificates', languages, groups: GROUPS, Page: Certificates })
