/** The console's maintenance page. */
export const MAINTENANCE_PAGE = '/webapp/hw/#/maintenance'
/** In a frame only the address changes, and the surrounding page follows it. A §2 Maintenance. */
export const MAINTENANCE_HERE = '#system/tools/maintenance'
