/**
 * Who speaks to the service for reader, keypad, call button and display, and how: shared by all of
 * its operations.
 */
export const intercomService = {
  path: '/vapix/axdsapi',
  publicPath: '/vapix/intercom',
  prefix: 'axdsapi',
  access: 'admin',
  source: 'A §7 Device API',
} as const
