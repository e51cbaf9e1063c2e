import { lazyComponent } from '@lintel/ui/lazy'
import { loadChunk } from '../chunk.ts'

const later = () => loadChunk('shell', () => import('./later.tsx'))

export const AccountMenu = lazyComponent(async () => (await later()).AccountMenu, null)
export const Clock = lazyComponent(async () => (await later()).Clock, null)
/** Until it has loaded, the top bar alone says it. */
export const ConnectionBanner = lazyComponent(async () => (await later()).ConnectionBanner, null)
export const Notices = lazyComponent(async () => (await later()).Notices, null)
export const ToastRegion = lazyComponent(async () => (await later()).ToastRegion, null)

/** Until it has loaded, an empty box keeps its place. */
export const PageIcon = lazyComponent(
  async () => (await later()).PageIcon,
  <svg width={16} height={16} aria-hidden="true" />,
)
