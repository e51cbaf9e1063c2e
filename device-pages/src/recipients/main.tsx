import { startPage } from '../app/start.tsx'
import { languages } from './catalogues.ts?languages'
import { Recipients } from './recipients.tsx'

startPage({ titleId: 'ui.recipients', languages, Page: Recipients })
