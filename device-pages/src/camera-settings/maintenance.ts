/** Where the console has its maintenance page. */
export const MAINTENANCE_PAGE = '/webapp/hw/#/maintenance'
/** In a frame the address alone changes; the page around the frame follows it. A §2 Maintenance. */
export const MAINTENANCE_HERE = '#system/tools/maintenance'
