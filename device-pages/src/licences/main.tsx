import { startPage } from '../app/start.tsx'
import { Licences } from './licences.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'ui.licences', languages, Page: Licences })
