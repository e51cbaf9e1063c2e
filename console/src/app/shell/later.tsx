/** Parts of the shell that load after the first page has been requested. */
export { AccountMenu } from '@lintel/ui/account-menu'
export { ToastRegion } from '@lintel/ui/toast-region'
export { ConnectionBanner } from '../connection/banner.tsx'
export { Clock } from './clock.tsx'
export { Notices } from './notices.tsx'
export { PageIcon } from './page-icon.tsx'
