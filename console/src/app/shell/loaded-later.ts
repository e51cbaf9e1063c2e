import { lazyComponent } from '@lintel/ui/lazy'
import { loadChunk } from '../chunk.ts'

const later = () => loadChunk('shell', () => import('./later.tsx'))

export const AccountMenu = lazyComponent(async () => (await later()).AccountMenu, null)
export const Clock = lazyComponent(async () => (await later()).Clock, null)
export const Notices = lazyComponent(async () => (await later()).Notices, null)
