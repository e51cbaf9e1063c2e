import { startPage } from '../app/start.tsx'
import { Certificates } from './certificates.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'pages.certificates', languages, Page: Certificates })
