import { startPage } from '../app/start.tsx'
import { languages } from './catalogues.ts?languages'
import { ManualTriggers } from './manual-triggers.tsx'

startPage({ titleId: 'ui.manualTrigger', languages, Page: ManualTriggers })
