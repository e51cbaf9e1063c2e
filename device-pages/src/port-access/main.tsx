import { startPage } from '../app/start.tsx'
import { PortAccess } from './port-access.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'ui.ieee8021x', languages, Page: PortAccess })
