import { atSite } from '@lintel/contract/site'
/** The console's maintenance page. */
export const MAINTENANCE_PAGE = atSite('/webapp/hw/#/maintenance')
/** In a frame only the address changes, and the surrounding page follows it. A §2 Maintenance. */
export const MAINTENANCE_HERE = '#system/tools/maintenance'
