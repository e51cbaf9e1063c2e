/** Parts of the shell that load beside the first page: none of them is needed before it shows. */
export { AccountMenu } from '@lintel/ui/account-menu'
export { ToastRegion } from '@lintel/ui/toast-region'
export { Clock } from './clock.tsx'
export { Notices } from './notices.tsx'
export { PageIcon } from './page-icon.tsx'
