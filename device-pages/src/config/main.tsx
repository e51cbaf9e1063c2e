import { startPage } from '../app/start.tsx'
import { PlainConfig } from './plain-config.tsx'
import { languages } from './words.ts?languages'

startPage({ titleId: 'config.title', languages, Page: PlainConfig })
