import { startPage } from '../app/start.tsx'
import { ActionRules } from './action-rules.tsx'
import { languages } from './catalogues.ts?languages'

startPage({ titleId: 'ui.actionRules', languages, Page: ActionRules })
